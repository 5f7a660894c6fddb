import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { testWith } from '#platform/testing/test-with.ts';
import { freePort } from '../testing/ports.ts';
import { mountHealth } from './health.ts';
import { listen } from './listen.ts';
import { createLoadShedder } from './load-shedder.ts';
import { createMemo, memoize } from './memo.ts';
import { securityHeaders } from './security-headers.ts';

const bytes = new TextEncoder().encode('the same for all clients');

/** Starts a site on a real port with a limit of two requests, where `/slow` responds after `release()`. */
async function startSite() {
  let waiting = 0;
  const recorded: string[] = [];
  const record = (url: string, method: string, status: number) =>
    void recorded.push(`${method} ${url} ${status}`);
  const headersMiddleware = securityHeaders({ secure: true });
  const loadShedder = await createLoadShedder({
    securityHeaders: headersMiddleware,
    bodyOf: (path, retryAfter) => (path.startsWith('/other/') ? { retryAfter, path } : undefined),
    isExempt: ({ url = '' }) => ['/healthz', '/readyz', '/list'].includes(url),
    record,
    waiting: () => waiting,
    max: 2,
  });
  const memo = createMemo({
    scopes: [{ prefix: '/cached', key: (url) => url }],
    clock: Date.now,
    count: () => {},
  });
  const released = Promise.withResolvers<void>();
  let inFlight = 0;
  const app = new Hono();
  app.use(loadShedder.countInProgress);
  app.use(memo.store);
  app.use(headersMiddleware);
  mountHealth(app, async () => {});
  app.get('/cached', (c) => {
    memoize(c, bytes);
    return c.body(bytes, 200, { ETag: '"1"', 'Cache-Control': 'public, max-age=60' });
  });
  app.get('/list', (c) => c.json([]));
  app.post('/upload', async (c) => c.json((await c.req.arrayBuffer()).byteLength));
  app.all('*', async (c) => {
    inFlight += 1;
    await released.promise;
    return c.text('done');
  });

  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port });
  listening.serve(app, (incoming, outgoing, next) =>
    memo.handle(incoming, outgoing, () => loadShedder.handle(incoming, outgoing, next)),
  );
  const request = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return {
    request,
    port,
    recorded,
    release: () => released.resolve(),
    inFlight: () => inFlight,
    setWaiting: (count: number) => {
      waiting = count;
    },
    /** Sends as many requests as the site accepts. They stay in flight. */
    async fill(init?: RequestInit) {
      const before = inFlight;
      const accepted = [request('/slow', init), request('/slow', init)];
      await expect.poll(() => inFlight).toBe(before + 2);
      return accepted;
    },
    [Symbol.asyncDispose]: () => listening.close(),
  };
}

const test = testWith(startSite);

test('rejects requests above the limit at once, completes the accepted ones, then accepts others again', async (site) => {
  const accepted = await site.fill();
  const burst = await Promise.all(Array.from({ length: 50 }, () => site.request('/slow')));
  expect(burst.map(({ status }) => status)).toEqual(Array(50).fill(503));
  // Retry-After is spread over five seconds.
  const delays = new Set(burst.map(({ headers }) => Number(headers.get('retry-after'))));
  expect([...delays].every((seconds) => [1, 2, 3, 4, 5].includes(seconds))).toBe(true);
  expect(delays.size).toBeGreaterThan(1);
  site.release();
  for (const response of await Promise.all(accepted)) {
    expect([response.status, await response.text()]).toEqual([200, 'done']);
  }
  const again = await Promise.all([site.request('/slow'), site.request('/slow')]);
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
});

test('responds 503 with the usual error shape, headers and request id, and records it', async (site) => {
  const [normal] = await Promise.all([site.request('/healthz'), site.fill()]);
  const rejected = await site.request('/api/appointments?email=x', { headers: { 'x-request-id': 'mine-1' } });
  expect(rejected.status).toBe(503);
  expect(await rejected.json()).toEqual({
    error: { code: 'unavailable', message: expect.stringContaining('again') },
  });
  const { headers } = rejected;
  expect(headers.get('x-request-id')).toBe('mine-1');
  expect(headers.get('cache-control')).toBe('no-store');
  const commonHeaders = [...normal.headers].filter(([name]) => !/^(content-|date$|x-request-id$)/.test(name));
  expect(commonHeaders.map(([name]) => name)).toContain('strict-transport-security');
  expect(Object.fromEntries(headers)).toMatchObject(Object.fromEntries(commonHeaders));
  expect(site.recorded).toContain('GET /api/appointments?email=x 503');
  expect((await site.request('/x')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  site.release();
});

test('never rejects health checks, cached responses and requests that renew the cache', async (site) => {
  expect((await site.request('/cached')).status).toBe(200);
  await site.fill();
  for (const path of ['/healthz', '/readyz', '/cached', '/list']) {
    const response = await site.request(path);
    expect([path, response.status]).toEqual([path, 200]);
    await response.arrayBuffer();
  }
  site.release();
});

test('responds in the protocol of the service, and with a page to browsers', async (site) => {
  await site.fill();
  const other = await site.request('/other/call?key=1');
  const retryAfter = Number(other.headers.get('retry-after'));
  expect(await other.json()).toEqual({ retryAfter, path: '/other/call' });
  expect(other.headers.get('content-security-policy')).not.toContain('img-src');
  const page = await site.request('/campaign', {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  const html = await page.text();
  expect(html).toContain('tries again');
  expect(html).toContain('<p lang="bn">এখন অনেক ভিড়।');
  expect(html).toMatch(/<link rel="icon" [^>]*href="data:image/);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; img-src data:$/);
  site.release();
});

test('keeps the connection of a rejected upload open for the next request', async (site) => {
  await site.fill();
  const socket = connect(site.port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (text) => (received += text));
  await once(socket, 'connect');
  const size = 3_000_000;
  socket.write(`POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
  await expect.poll(() => received).toContain('HTTP/1.1 503');
  socket.write(Buffer.alloc(size));
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => received).toContain('HTTP/1.1 200');
  socket.destroy();
  site.release();
});

test('does not count requests that wait in a queue, or whose body has not arrived', async (site) => {
  const sent = connect(site.port, '127.0.0.1');
  sent.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  await expect.poll(site.inFlight).toBe(1);
  await site.fill();
  expect((await site.request('/full')).status).toBe(503);
  site.setWaiting(1);
  const accepted = site.request('/slow');
  await expect.poll(site.inFlight).toBe(4);
  expect((await site.request('/full')).status).toBe(503);
  sent.destroy();
  site.release();
  expect((await accepted).status).toBe(200);
});

test('counts a request that needs no body, also if it announces one that never arrives', async (site) => {
  const sockets = ['GET', 'HEAD'].map((method) => {
    const socket = connect(site.port, '127.0.0.1');
    socket.write(`${method} /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n`);
    return socket;
  });
  await expect.poll(site.inFlight).toBe(2);
  expect((await site.request('/full')).status).toBe(503);
  for (const socket of sockets) socket.destroy();
  site.release();
});

test('counts a request as in flight until it is done, even when its client has disconnected', async (site) => {
  const disconnect = new AbortController();
  const accepted = await site.fill({ signal: disconnect.signal });
  disconnect.abort();
  const results = await Promise.allSettled(accepted);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await site.request('/full')).status).toBe(503);
  site.release();
  await expect.poll(async () => (await site.request('/full')).status).toBe(200);
});
