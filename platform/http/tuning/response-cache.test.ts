import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../../testing/ports.ts';
import { type Listening, listen } from '../listen.ts';
import { securityHeaders } from '../security-headers.ts';
import { type CacheScope, cacheResponse, createResponseCache } from './response-cache.ts';

const bytes = Buffer.from('a picture');
const lasting = { 'Cache-Control': 'public, max-age=9', ETag: '"1"', 'Content-Type': 'image/avif' };

let open: { listening: Listening; agent: Agent } | undefined;
afterEach(async () => {
  open?.agent.destroy();
  await open?.listening.close();
});

/** `/hot/<name>` is offered; `headers` and `status` are those of the route's answer. */
async function serve(
  options: {
    headers?: Record<string, string>;
    status?: 200 | 404;
    body?: Buffer;
    maxBytes?: number;
    checked?: boolean;
    arrive?: () => Promise<void>;
  } = {},
) {
  const { headers = lasting, status = 200, body = bytes, maxBytes, checked = true, arrive } = options;
  const now = { ms: 1000 };
  const routed: string[] = [];
  const stillTrue = vi.fn<NonNullable<CacheScope['stillTrue']>>(async () => true);
  const count = vi.fn();
  const name: CacheScope['name'] = (url) => (url.includes('odd') ? undefined : url.split('?')[0]);
  const hot = createResponseCache({
    places: [{ prefix: '/hot/', freshMs: 3000, name, ...(checked && { stillTrue }) }],
    clock: () => now.ms,
    count,
    ...(maxBytes && { maxBytes }),
  });
  const app = new Hono();
  app.use(hot.keep);
  app.use(securityHeaders({ secure: true }));
  app.onError((_error, c) => c.text('Failed.', 500, { 'Retry-After': '2' }));
  app.post('/hot/a', async (c) => {
    await arrive?.();
    return c.body(null, 404);
  });
  app.get('/:place/:name', async (c) => {
    routed.push(c.req.path);
    await arrive?.();
    if (c.req.param('place') === 'hot') cacheResponse(c, body);
    if (c.req.header('if-none-match')) return c.body(null, 304, headers);
    return c.body(new Uint8Array(body), status, headers);
  });
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port });
  listening.serve(app, hot.answer);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  open = { listening, agent };
  async function ask(path: string, sent: Record<string, string> = {}, method = 'GET') {
    const request = send({ port, path, method, agent, headers: sent }).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    const { date, ...rest } = answer.headers;
    return { status: answer.statusCode, headers: rest, body: await text(answer), dated: date !== undefined };
  }
  return { ask, port, now, routed, stillTrue, count };
}

const withoutId = ({ 'x-request-id': id, ...headers }: IncomingMessage['headers']) => headers;

test('the second who asks gets the same answer, all headers included, and the app is not asked', async () => {
  const { ask, routed } = await serve();
  const first = await ask('/hot/a');
  const second = await ask('/hot/a');
  expect(routed).toEqual(['/hot/a']);
  expect(second).toMatchObject({ status: 200, body: 'a picture', dated: true });
  expect(withoutId(second.headers)).toEqual(withoutId(first.headers));
  expect(second.headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  expect(second.headers['strict-transport-security']).toBeDefined();
});

test('every answer has a request id: its own, or the one sent by the same rule as from the app', async () => {
  const { ask } = await serve();
  const ids = new Set<unknown>();
  for (let n = 0; n < 5; n += 1) ids.add((await ask('/hot/a')).headers['x-request-id']);
  expect(ids.size).toBe(5);
  for (const [id, taken] of [
    ['mine-1_2=', true],
    ['a'.repeat(255), true],
    ['a'.repeat(256), false],
    ['donor@example.org', false],
    ['a b', false],
  ] as const)
    for (const path of ['/hot/a', '/cold/a'])
      expect((await ask(path, { 'X-Request-Id': id })).headers['x-request-id'] === id).toBe(taken);
});

test('HEAD gets the headers alone; the connection goes on, and each is counted with its status', async () => {
  const { ask, routed, count } = await serve();
  const get = await ask('/hot/a');
  const head = await ask('/hot/a', {}, 'HEAD');
  expect([head.status, head.body]).toEqual([200, '']);
  expect(withoutId(head.headers)).toEqual(withoutId(get.headers));
  expect((await ask('/hot/a')).body).toBe('a picture');
  await ask('/hot/a', { 'If-None-Match': '*' }, 'HEAD');
  expect(routed).toHaveLength(1);
  expect(count.mock.calls).toEqual([
    ['/hot/', 'HEAD', 200],
    ['/hot/', 'GET', 200],
    ['/hot/', 'HEAD', 304],
  ]);
});

test('who has it already gets 304 with the headers that the app gives', async () => {
  const { ask, routed } = await serve();
  await ask('/hot/a');
  for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*']) {
    const hot = await ask('/hot/a', { 'If-None-Match': tag });
    expect([hot.status, hot.body]).toEqual([304, '']);
    expect(hot.headers['content-length']).toBeUndefined();
    expect(hot.headers).toMatchObject({ etag: '"1"', 'cache-control': lasting['Cache-Control'] });
  }
  expect((await ask('/hot/a', { 'If-None-Match': '"2"' })).status).toBe(200);
  expect(routed).toHaveLength(1);
});

test('requests sent without waiting are answered in their order, hot or not', async () => {
  const { ask, port } = await serve();
  await ask('/hot/a');
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const order = ['/hot/a', '/hot/b', '/cold/c', '/hot/a', '/hot/b'];
  const lines = order.map((path, n) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: n${n}\r\n`);
  socket.end(`${lines.slice(0, -1).join('\r\n')}\r\n${lines.at(-1)}Connection: close\r\n\r\n`);
  const all = await text(socket);
  expect([...all.matchAll(/x-request-id: n(\d)/gi)].map(([, n]) => n).join('')).toBe('01234');
  expect(all.match(/a picture/g)).toHaveLength(order.length);
});

test('after 3 s it is asked once, for all who wait, whether it is still true', async () => {
  const { ask, now, stillTrue, routed } = await serve();
  await ask('/hot/a');
  now.ms += 2999;
  await ask('/hot/a');
  expect(stillTrue).not.toHaveBeenCalled();
  now.ms += 1;
  const answer = Promise.withResolvers<boolean>();
  stillTrue.mockReturnValue(answer.promise);
  open?.agent.setMaxListeners(50);
  if (open) open.agent.maxSockets = 20;
  const waiting = Promise.all(Array.from({ length: 20 }, () => ask('/hot/a')));
  await vi.waitFor(() => expect(stillTrue).toHaveBeenCalled(), 20_000);
  answer.resolve(true);
  expect((await waiting).map(({ body }) => body)).toEqual(Array(20).fill('a picture'));
  expect(stillTrue.mock.calls).toEqual([['/hot/a']]);
  expect(routed).toHaveLength(1);
});

test('what is no longer true is forgotten, and the app says what is there now', async () => {
  const { ask, now, stillTrue, routed } = await serve();
  await ask('/hot/a');
  now.ms += 3000;
  stillTrue.mockResolvedValue(false);
  // What the app answers to these is not kept.
  for (let n = 0; n < 2; n += 1) await ask('/hot/a', { 'if-none-match': '"other"' });
  expect(routed).toHaveLength(3);
  expect(stillTrue).toHaveBeenCalledTimes(1);
});

test('where nobody can be asked, one request looks anew and the others get what is kept meanwhile', async () => {
  const held = Promise.withResolvers<void>();
  let first = true;
  const { ask, now, routed } = await serve({
    checked: false,
    arrive: async () => {
      if (!first) await held.promise;
      first = false;
    },
  });
  await ask('/hot/a');
  now.ms += 3000;
  if (open) open.agent.maxSockets = 20;
  const looking = ask('/hot/a');
  await vi.waitFor(() => expect(routed).toHaveLength(2), 20_000);
  for (let n = 0; n < 5; n += 1) expect((await ask('/hot/a')).body).toBe('a picture');
  expect(routed).toHaveLength(2);
  held.resolve();
  expect((await looking).body).toBe('a picture');
  await ask('/hot/a');
  expect(routed).toHaveLength(2);
});

test('a clock that was set back keeps nothing for longer; what cannot be found out the app answers', async () => {
  const { ask, now, stillTrue, routed } = await serve();
  await ask('/hot/a');
  now.ms -= 900;
  await ask('/hot/a');
  expect(stillTrue).toHaveBeenCalledTimes(1);
  now.ms += 3900;
  stillTrue.mockRejectedValue(new Error('no database'));
  await ask('/hot/a');
  expect(routed).toHaveLength(2);
});

test('a client that leaves while it is asked harms nobody', async () => {
  const { ask, now, stillTrue, port } = await serve();
  await ask('/hot/a');
  now.ms += 3000;
  const answer = Promise.withResolvers<boolean>();
  stillTrue.mockReturnValue(answer.promise);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /hot/a HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(stillTrue).toHaveBeenCalled(), 20_000);
  socket.destroy();
  await once(socket, 'close');
  answer.resolve(true);
  expect((await ask('/hot/a')).body).toBe('a picture');
});

test.each([
  ['is for one person', { headers: { ...lasting, 'Cache-Control': 'private' } }],
  ['is not to be kept', { headers: { ...lasting, 'Cache-Control': 'no-store' } }],
  ['says nothing of caches', { headers: { ETag: '"1"' } }],
  ['has no tag', { headers: { 'Cache-Control': 'public' } }],
  ['sets a cookie', { headers: { ...lasting, 'Set-Cookie': 'who=rahim' } }],
  ['is an error', { status: 404 as const }],
  ['is large', { body: Buffer.alloc(600_000) }],
])('an offered answer that %s is never kept', async (_, options) => {
  const { ask, routed } = await serve(options);
  for (let n = 0; n < 2; n += 1) await ask('/hot/a');
  expect(routed).toHaveLength(2);
});

test('what was not offered, has no name, or is asked for by another method goes to the app', async () => {
  const { ask, routed, count } = await serve();
  for (const path of ['/cold/a', '/hot/odd', '/cold/a', '/hot/odd']) await ask(path);
  expect(routed).toHaveLength(4);
  await ask('/hot/a');
  expect((await ask('/hot/a', { 'Content-Length': '0' }, 'POST')).status).toBe(404);
  expect(count).not.toHaveBeenCalled();
});

test('different addresses of one name share an entry; the oldest go when there are too many bytes', async () => {
  const { ask, routed } = await serve({ body: Buffer.alloc(1000), maxBytes: 7000 });
  for (const path of ['/hot/a?x=1', '/hot/a?x=2', '/hot/b', '/hot/a']) await ask(path);
  expect(routed).toEqual(['/hot/a', '/hot/b']);
  await ask('/hot/c');
  await ask('/hot/b');
  expect(routed).toEqual(['/hot/a', '/hot/b', '/hot/c', '/hot/b']);
});

test('while what would renew it fails the kept answer is given on, where nobody can say whether it is true', async () => {
  let away = false;
  const arrive = async () => {
    if (away) throw new Error('The database is away.');
  };
  const { ask, now, routed } = await serve({ checked: false, arrive });
  const before = await ask('/hot/a');
  away = true;
  for (let n = 0; n < 3; n += 1) {
    now.ms += 3000;
    const { status, body, headers } = await ask('/hot/a', { 'X-Request-Id': `id-${n}` });
    expect({ status, body }).toEqual({ status: 200, body: before.body });
    expect(headers).toMatchObject({
      etag: '"1"',
      'cache-control': 'public, max-age=9',
      'x-request-id': `id-${n}`,
    });
    expect(headers).not.toHaveProperty('retry-after');
    expect(headers['content-length']).toBe(String(bytes.byteLength));
  }
  expect(routed).toHaveLength(4);
  expect((await ask('/hot/b')).status).toBe(500);
  // Whoever changes something there is told that it failed.
  expect(await ask('/hot/a', { 'Content-Length': '0' }, 'POST')).toMatchObject({
    status: 500,
    body: 'Failed.',
  });
});
