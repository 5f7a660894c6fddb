import { once } from 'node:events';
import { Agent, type IncomingMessage, request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { freePort } from '../testing/ports.ts';
import { type Listening, listen } from './listen.ts';
import { createMemo, type MemoScope, memoize } from './memo.ts';
import { securityHeaders } from './security-headers.ts';

const bytes = Buffer.from('a picture');
const cacheableHeaders = { 'Cache-Control': 'public, max-age=9', ETag: '"1"', 'Content-Type': 'image/avif' };

let open: { listening: Listening; agent: Agent } | undefined;
afterEach(async () => {
  open?.agent.destroy();
  await open?.listening.close();
});

/** `/cached/<name>` is cacheable. `headers` and `status` are those of the route's response. */
async function startServer(
  options: {
    headers?: Record<string, string>;
    status?: 200 | 404;
    statusOf?: () => 200 | 404 | 429;
    body?: Buffer;
    bodyHeaders?: Record<string, string>;
    maxBytes?: number;
    beforeResponse?: () => Promise<void>;
  } = {},
) {
  const {
    headers = cacheableHeaders,
    status = 200,
    statusOf = () => status,
    body = bytes,
    bodyHeaders,
    maxBytes,
    beforeResponse,
  } = options;
  const now = { ms: 1000 };
  const routed: string[] = [];
  const version = vi.fn<NonNullable<MemoScope['version']>>(() => '1');
  const count = vi.fn();
  const key: MemoScope['key'] = (url) => (url.includes('odd') ? undefined : url.split('?')[0]);
  const memo = createMemo({
    scopes: [{ prefix: '/cached/', key, version, checkEveryMs: 3000 }],
    clock: () => now.ms,
    count,
    ...(maxBytes && { maxBytes }),
  });
  const app = new Hono();
  app.use(memo.store);
  app.use(securityHeaders({ secure: true }));
  app.onError((_error, c) => c.text('Failed.', 500, { 'Retry-After': '2' }));
  app.post('/cached/a', async (c) => {
    await beforeResponse?.();
    return c.body(null, 404);
  });
  app.get('/:place/:name', async (c) => {
    routed.push(c.req.path);
    await beforeResponse?.();
    if (c.req.param('place') === 'cached') memoize(c, body, bodyHeaders);
    if (c.req.header('if-none-match')) return c.body(null, 304, headers);
    return c.body(new Uint8Array(body), statusOf(), headers);
  });
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port });
  listening.serve(app, memo.handle);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  open = { listening, agent };
  async function requestPath(path: string, headersToSend: Record<string, string> = {}, method = 'GET') {
    const request = send({ port, path, method, agent, headers: headersToSend }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { date, ...rest } = response.headers;
    return {
      status: response.statusCode,
      headers: rest,
      body: await text(response),
      dated: date !== undefined,
    };
  }
  return { requestPath, port, now, routed, version, count };
}

const withoutId = ({ 'x-request-id': id, ...headers }: IncomingMessage['headers']) => headers;

test('sends the same response with all headers again without calling the app', async () => {
  const { requestPath, routed } = await startServer();
  const first = await requestPath('/cached/a');
  const second = await requestPath('/cached/a');
  expect(routed).toEqual(['/cached/a']);
  expect(second).toMatchObject({ status: 200, body: 'a picture', dated: true });
  expect(withoutId(second.headers)).toEqual(withoutId(first.headers));
  expect(second.headers).toMatchObject({ 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' });
  expect(second.headers['strict-transport-security']).toBeDefined();
});

test('gives every response a request id: a new one, or the sent one if it is well-formed, as the app does', async () => {
  const { requestPath } = await startServer();
  const ids = new Set<unknown>();
  for (let n = 0; n < 5; n += 1) ids.add((await requestPath('/cached/a')).headers['x-request-id']);
  expect(ids.size).toBe(5);
  for (const [id, isUsed] of [
    ['mine-1_2=', true],
    ['a'.repeat(255), true],
    ['a'.repeat(256), false],
    ['donor@example.org', false],
    ['a b', false],
  ] as const)
    for (const path of ['/cached/a', '/cold/a'])
      expect((await requestPath(path, { 'X-Request-Id': id })).headers['x-request-id'] === id).toBe(isUsed);
});

test('responds to HEAD with headers only, keeps the connection open, and counts each response by status', async () => {
  const { requestPath, routed, count } = await startServer();
  const get = await requestPath('/cached/a');
  const head = await requestPath('/cached/a', {}, 'HEAD');
  expect([head.status, head.body]).toEqual([200, '']);
  expect(withoutId(head.headers)).toEqual(withoutId(get.headers));
  expect((await requestPath('/cached/a')).body).toBe('a picture');
  await requestPath('/cached/a', { 'If-None-Match': '*' }, 'HEAD');
  expect(routed).toHaveLength(1);
  expect(count.mock.calls).toEqual([
    ['/cached/', 'HEAD', 200],
    ['/cached/', 'GET', 200],
    ['/cached/', 'HEAD', 304],
  ]);
});

test('responds 304 with the headers of the app when the ETag matches', async () => {
  const { requestPath, routed } = await startServer();
  await requestPath('/cached/a');
  for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*']) {
    const notModified = await requestPath('/cached/a', { 'If-None-Match': tag });
    expect([notModified.status, notModified.body]).toEqual([304, '']);
    expect(notModified.headers['content-length']).toBeUndefined();
    expect(notModified.headers).toMatchObject({
      etag: '"1"',
      'cache-control': cacheableHeaders['Cache-Control'],
    });
  }
  expect((await requestPath('/cached/a', { 'If-None-Match': '"2"' })).status).toBe(200);
  expect(routed).toHaveLength(1);
});

test('responds to pipelined requests in order, cached or not', async () => {
  const { requestPath, port } = await startServer();
  await requestPath('/cached/a');
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  const order = ['/cached/a', '/cached/b', '/cold/c', '/cached/a', '/cached/b'];
  const lines = order.map((path, n) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: n${n}\r\n`);
  socket.end(`${lines.slice(0, -1).join('\r\n')}\r\n${lines.at(-1)}Connection: close\r\n\r\n`);
  const all = await text(socket);
  expect([...all.matchAll(/x-request-id: n(\d)/gi)].map(([, n]) => n).join('')).toBe('01234');
  expect(all.match(/a picture/g)).toHaveLength(order.length);
});

test('reads the version at most every 3 s', async () => {
  const { requestPath, now, version, routed } = await startServer();
  await requestPath('/cached/a');
  now.ms += 2999;
  await requestPath('/cached/a');
  expect(version).toHaveBeenCalledTimes(1);
  now.ms += 1;
  version.mockResolvedValue('1');
  await requestPath('/cached/a');
  expect(version.mock.calls).toEqual([['/cached/a'], ['/cached/a']]);
  expect(routed).toHaveLength(1);
});

test('one request computes a response for all that wait for it, although its client leaves', async () => {
  const held = Promise.withResolvers<void>();
  const { requestPath, port, routed } = await startServer({
    beforeResponse: () => held.promise,
  });
  if (open) open.agent.maxSockets = 20;
  const first = connect(port, '127.0.0.1');
  first.write('GET /cached/a HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(routed).toHaveLength(1), 20_000);
  const waiting = Promise.all(Array.from({ length: 10 }, () => requestPath('/cached/a')));
  first.destroy();
  await once(first, 'close');
  // A later request shows that the earlier ones have arrived.
  const other = requestPath('/cached/b');
  await vi.waitFor(() => expect(routed).toContain('/cached/b'), 20_000);
  held.resolve();
  expect((await waiting).map(({ body }) => body)).toEqual(Array(10).fill('a picture'));
  await other;
  expect(routed).toEqual(['/cached/a', '/cached/b']);
});

test('a request after a change does not get the response that another one began before it', async () => {
  const held = Promise.withResolvers<void>();
  const { requestPath, version, routed } = await startServer({
    beforeResponse: () => held.promise,
  });
  if (open) open.agent.maxSockets = 20;
  const first = requestPath('/cached/a');
  await vi.waitFor(() => expect(routed).toHaveLength(1), 20_000);
  version.mockReturnValue('2');
  const second = requestPath('/cached/a');
  const other = requestPath('/cached/b');
  await vi.waitFor(() => expect(routed).toContain('/cached/b'), 20_000);
  held.resolve();
  await Promise.all([first, second, other]);
  // The last two may arrive in any order.
  expect(routed.toSorted()).toEqual(['/cached/a', '/cached/a', '/cached/b']);
});

test('requests that waited for a response that is not stored go to the app together', async () => {
  const held = Promise.withResolvers<void>();
  const { requestPath, routed } = await startServer({
    status: 404,
    beforeResponse: () => held.promise,
  });
  if (open) open.agent.maxSockets = 20;
  const all = Promise.all(Array.from({ length: 5 }, () => requestPath('/cached/a')));
  await vi.waitFor(() => expect(routed).toHaveLength(1), 20_000);
  held.resolve();
  expect((await all).map(({ status }) => status)).toEqual(Array(5).fill(404));
  expect(routed).toHaveLength(5);
});

test('stores the 200 that a 304 stands for, if the route declares its headers', async () => {
  const bodyHeaders = { 'content-type': 'application/json' };
  const { requestPath, routed } = await startServer({ bodyHeaders });
  const tag = { 'If-None-Match': '"1"' };
  expect((await requestPath('/cached/a', tag)).status).toBe(304);
  const whole = await requestPath('/cached/a');
  expect(whole).toMatchObject({ status: 200, body: 'a picture', headers: bodyHeaders });
  expect(whole.headers['content-length']).toBe(String(bytes.byteLength));
  expect(withoutId((await requestPath('/cached/a', tag)).headers)).not.toHaveProperty('content-type');
  expect(routed).toHaveLength(1);
});

test('sends a new version, and removes an entry that the app no longer has', async () => {
  let status: 200 | 404 = 200;
  const { requestPath, now, version, routed } = await startServer({ statusOf: () => status });
  await requestPath('/cached/a');
  for (const next of ['2', '3']) {
    now.ms += 3000;
    version.mockReturnValue(next);
    for (let n = 0; n < 2; n += 1) expect((await requestPath('/cached/a')).status).toBe(status);
    status = 404;
  }
  expect(routed).toHaveLength(4);
});

test('reads the version when the clock was set back, and calls the app when that fails', async () => {
  const { requestPath, now, version, routed } = await startServer();
  await requestPath('/cached/a');
  now.ms -= 900;
  await requestPath('/cached/a');
  expect(version).toHaveBeenCalledTimes(2);
  now.ms += 3900;
  version.mockRejectedValue(new Error('no database'));
  await requestPath('/cached/a');
  expect(routed).toHaveLength(2);
});

test('survives a client that disconnects while the version is read', async () => {
  const { requestPath, now, version, port } = await startServer();
  await requestPath('/cached/a');
  now.ms += 3000;
  const response = Promise.withResolvers<string>();
  version.mockReturnValue(response.promise);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /cached/a HTTP/1.1\r\nHost: x\r\n\r\n');
  await vi.waitFor(() => expect(version).toHaveBeenCalledTimes(2), 20_000);
  socket.destroy();
  await once(socket, 'close');
  response.resolve('1');
  expect((await requestPath('/cached/a')).body).toBe('a picture');
});

test.each([
  ['is private', { headers: { ...cacheableHeaders, 'Cache-Control': 'private' } }],
  ['has no-store', { headers: { ...cacheableHeaders, 'Cache-Control': 'no-store' } }],
  ['has no Cache-Control', { headers: { ETag: '"1"' } }],
  ['has no ETag', { headers: { 'Cache-Control': 'public' } }],
  ['sets a cookie', { headers: { ...cacheableHeaders, 'Set-Cookie': 'who=rahim' } }],
  ['is an error', { status: 404 as const }],
  ['is large', { body: Buffer.alloc(9_000_000) }],
])('does not cache a response that %s', async (_, options) => {
  const { requestPath, routed } = await startServer(options);
  for (let n = 0; n < 2; n += 1) await requestPath('/cached/a');
  expect(routed).toHaveLength(2);
});

test('calls the app for routes that are not kept, requests without a key, and other methods than GET', async () => {
  const { requestPath, routed, count } = await startServer();
  for (const path of ['/cold/a', '/cached/odd', '/cold/a', '/cached/odd']) await requestPath(path);
  expect(routed).toHaveLength(4);
  await requestPath('/cached/a');
  expect((await requestPath('/cached/a', { 'Content-Length': '0' }, 'POST')).status).toBe(404);
  expect(count).not.toHaveBeenCalled();
});

test('shares an entry among addresses that differ only in the encoding of the path', async () => {
  const server = await startServer();
  for (const path of ['/cached/a-b', '/cached/a%2Db', '/%63ached/%61-b?x=%2D'])
    await server.requestPath(path);
  expect(server.routed).toHaveLength(1);
  // An invalid encoding is not decoded, so this is another path.
  await server.requestPath('/cached/a%-b');
  expect(server.routed).toHaveLength(2);
});

test('stores the slots of a center without compression', async () => {
  const server = await startServer({ body: Buffer.alloc(4_600_000, 'x') });
  for (let n = 0; n < 2; n += 1) await server.requestPath('/cached/slots');
  expect(server.routed).toHaveLength(1);
});

test('shares an entry among addresses with the same key, and evicts the oldest above the size limit', async () => {
  const { requestPath, routed } = await startServer({ body: Buffer.alloc(1000), maxBytes: 7000 });
  for (const path of ['/cached/a?x=1', '/cached/a?x=2', '/cached/b', '/cached/a']) await requestPath(path);
  expect(routed).toEqual(['/cached/a', '/cached/b']);
  await requestPath('/cached/c');
  await requestPath('/cached/b');
  expect(routed).toEqual(['/cached/a', '/cached/b', '/cached/c', '/cached/b']);
});

test('sends the stored response to a client at its limit; the next one computes it', async () => {
  let isLimited = false;
  const { requestPath, now, version, routed } = await startServer({
    headers: cacheableHeaders,
    statusOf: () => (isLimited ? 429 : 200),
  });
  await requestPath('/cached/a');
  isLimited = true;
  now.ms += 3000;
  version.mockReturnValue('2');
  expect(await requestPath('/cached/a')).toMatchObject({ status: 200, body: 'a picture' });
  expect((await requestPath('/cached/b')).status).toBe(429);
  isLimited = false;
  await requestPath('/cached/a');
  expect(routed).toEqual(['/cached/a', '/cached/a', '/cached/b', '/cached/a']);
});

test('sends the stored response while the app fails', async () => {
  let isDown = false;
  const beforeResponse = async () => {
    if (isDown) throw new Error('The database is unavailable.');
  };
  const { requestPath, now, version, routed } = await startServer({ beforeResponse });
  const before = await requestPath('/cached/a');
  isDown = true;
  for (let n = 0; n < 3; n += 1) {
    now.ms += 3000;
    version.mockReturnValue(`after ${n}`);
    const { status, body, headers } = await requestPath('/cached/a', { 'X-Request-Id': `id-${n}` });
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
  expect((await requestPath('/cached/b')).status).toBe(500);
  // A write still gets the error.
  expect(await requestPath('/cached/a', { 'Content-Length': '0' }, 'POST')).toMatchObject({
    status: 500,
    body: 'Failed.',
  });
});
