import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Listening, listen } from '#platform/http/listen.ts';
import { freePort } from '#platform/testing/ports.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { picture } from '../testing/pictures.ts';

let site: TestHost;
let listening: Listening;
let port: number;
beforeEach(async () => {
  // Allow two uploads a day, so that the test sees each one that is counted.
  site = await createTestHost({ limitScale: 0.01 });
  port = await freePort();
  listening = await listen({ host: '127.0.0.1', port, timeoutMs: 1000 });
  listening.serve(new Hono().route('/images', site.host.app));
});
afterEach(async () => {
  await listening.close();
  await site[Symbol.asyncDispose]();
});

const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
async function startUpload(userId: string, headers: Record<string, string | number>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const all = {
    Host: 'site.example',
    Authorization: `Bearer ${userId}`,
    'Content-Type': 'multipart/form-data; boundary=x',
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /images/1/upload?key=${site.host.key} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

const statusOf = async (socket: Socket) => Number((await text(socket)).split(' ')[1]);

async function upload(userId: string): Promise<number> {
  const body = Buffer.concat([Buffer.from(part), await picture('png', 20, 20), Buffer.from('\r\n--x--\r\n')]);
  const socket = await startUpload(userId, { 'Content-Length': body.length });
  socket.write(body);
  return statusOf(socket);
}

test('leaves nothing behind and counts no upload when the connection breaks repeatedly', async () => {
  const before = await site.states();
  for (let n = 0; n < 4; n += 1) {
    const socket = await startUpload('rahim', { 'Content-Length': 5_000_000 });
    socket.write(part + 'x'.repeat(100_000));
    await vi.waitFor(() => expect(site.incoming()).toHaveLength(1), 20_000);
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
  }
  expect(await site.states()).toEqual(before);
  expect([await upload('rahim'), await upload('rahim'), await upload('rahim')]).toEqual([200, 200, 429]);
});

test('leaves nothing behind when the body is shorter or longer than announced', async () => {
  const less = await startUpload('karim', { 'Content-Length': 1000 });
  less.end(`${part}abc\r\n--x--\r\n`);
  expect(await statusOf(less)).toBe(400);
  const more = await startUpload('kamal', { 'Content-Length': part.length });
  more.write(`${part}abc\r\n--x--\r\n`);
  expect(await statusOf(more)).toBe(400);
  await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
});

test.each([
  ['one endless header', 'a'],
  ['headers without end', 'X-Name: value\r\n'],
])('responds 4xx to a part with %s within the size limit', async (_, piece) => {
  // Keep-alive, as browsers send. With `close` the server closes after its response, and Node's client drops
  // unread data when its next write fails.
  const socket = await startUpload('jamal', { 'Transfer-Encoding': 'chunked', Connection: 'keep-alive' });
  const chunk = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  const head = Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n');
  let sentBytes = 0;
  let response = '';
  socket.on('data', (data) => {
    response += data;
  });
  // The server may close the connection after the response while more is being written.
  socket.on('error', () => {});
  const write = (bytes: Buffer) => {
    socket.write(`${bytes.length.toString(16)}\r\n`);
    return socket.write(Buffer.concat([bytes, Buffer.from('\r\n')]));
  };
  write(head);
  const drained = () =>
    new Promise((resolve) => {
      for (const event of ['drain', 'data', 'close']) socket.once(event, resolve);
    });
  while (!response && !socket.destroyed && sentBytes < 20_000_000) {
    sentBytes += chunk.length;
    if (!write(chunk)) await drained();
  }
  expect(sentBytes).toBeLessThan(20_000_000);
  await vi.waitFor(() => expect(response).toMatch(/^HTTP\/1\.1 4\d\d /), 20_000);
  socket.destroy();
  await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
});

test('responds 429 with Retry-After to more concurrent uploads of one user, before they send the body', async () => {
  const first = await startUpload('anwar', { 'Content-Length': 1000 });
  first.write(`${part}abcdef`);
  await vi.waitFor(() => expect(site.incoming()).toHaveLength(1), 20_000);
  const second = await startUpload('anwar', { 'Content-Length': 1000 });
  const response = await text(second);
  expect(response).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5/i);
  first.destroy();
  await vi.waitFor(() => expect(site.incoming()).toEqual([]), 20_000);
});
