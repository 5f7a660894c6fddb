import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Listening, listen } from '#platform/http/listen.ts';
import { freePort } from '#platform/testing/ports.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { picture } from '../testing/pictures.ts';

let site: TestHost;
let listening: Listening;
let port: number;
beforeAll(async () => {
  // Two uploads a day: what uses one up is seen at once.
  site = await createTestHost({ limitScale: 0.01 });
  port = await freePort();
  listening = await listen({ host: '127.0.0.1', port, timeoutMs: 1000 });
  listening.serve(new Hono().route('/images', site.host.app));
});
afterAll(async () => {
  await listening.close();
  await site[Symbol.asyncDispose]();
});

const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
async function begin(who: string, headers: Record<string, string | number>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const all = {
    Host: 'site.example',
    Authorization: `Bearer ${who}`,
    'Content-Type': 'multipart/form-data; boundary=x',
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /images/1/upload?key=${site.host.key} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

const statusOf = async (socket: Socket) => Number((await text(socket)).split(' ')[1]);

async function upload(who: string): Promise<number> {
  const body = Buffer.concat([Buffer.from(part), await picture('png', 20, 20), Buffer.from('\r\n--x--\r\n')]);
  const socket = await begin(who, { 'Content-Length': body.length });
  socket.write(body);
  return statusOf(socket);
}

test('a phone whose line breaks again and again leaves nothing behind, and the day is not used up', async () => {
  const before = await site.states();
  for (let n = 0; n < 4; n += 1) {
    const socket = await begin('rahim', { 'Content-Length': 5_000_000 });
    socket.write(part + 'x'.repeat(100_000));
    await vi.waitFor(() => expect(site.incoming()).toHaveLength(1), 20_000);
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
  }
  expect(await site.states()).toEqual(before);
  expect([await upload('rahim'), await upload('rahim'), await upload('rahim')]).toEqual([200, 200, 429]);
});

test('a client that announces more than it sends, and one that sends more, leave nothing behind', async () => {
  const less = await begin('karim', { 'Content-Length': 1000 });
  less.end(`${part}abc\r\n--x--\r\n`);
  expect(await statusOf(less)).toBe(400);
  const more = await begin('kamal', { 'Content-Length': part.length });
  more.write(`${part}abc\r\n--x--\r\n`);
  expect(await statusOf(more)).toBe(400);
  await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
});

test.each([
  ['one endless header', 'a'],
  ['headers without end', 'X-Name: value\r\n'],
])('a part with %s is 4xx within the size of an upload', async (_, piece) => {
  // As browsers do. After `close` the server closes behind its response, and Node's client, whose next write fails then,
  // drops what it has not read.
  const socket = await begin('jamal', { 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' });
  const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n');
  let sent = 0;
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  // The line may be closed behind the answer while more is being written.
  socket.on('error', () => {});
  const write = (bytes: Buffer) => {
    socket.write(`${bytes.length.toString(16)}\r\n`);
    return socket.write(Buffer.concat([bytes, Buffer.from('\r\n')]));
  };
  write(head);
  const heard = () =>
    new Promise((resolve) => {
      for (const event of ['drain', 'data', 'close']) socket.once(event, resolve);
    });
  while (!answer && !socket.destroyed && sent < 20_000_000) {
    sent += chunk.length;
    if (!write(chunk)) await heard();
  }
  expect(sent).toBeLessThan(20_000_000);
  await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /), 20_000);
  socket.destroy();
  await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
});

test('more of one person than may be under way are told when to come back, before they send', async () => {
  const first = await begin('anwar', { 'Content-Length': 1000 });
  first.write(`${part}abcdef`);
  await vi.waitFor(() => expect(site.incoming()).toHaveLength(1), 20_000);
  const second = await begin('anwar', { 'Content-Length': 1000 });
  const answer = await text(second);
  expect(answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5/i);
  first.destroy();
  await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
});
