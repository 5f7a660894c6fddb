import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { freePort } from '../../testing/ports.ts';
import { mountHealth } from '../health.ts';
import { listen } from '../listen.ts';
import { securityHeaders } from '../security-headers.ts';
import { cacheResponse, createResponseCache } from '../tuning/response-cache.ts';
import { createConcurrencyGate, createLoadShedder } from './load-shedder.ts';

const bytes = new TextEncoder().encode('the same for everybody');

/** A site on a real port that takes two at once, and whose `/slow` answers when it is released. */
async function openSite() {
  const recorded: string[] = [];
  const record = (url: string, method: string, status: number) =>
    void recorded.push(`${method} ${url} ${status}`);
  const front = securityHeaders({ secure: true });
  const door = await createLoadShedder({
    securityHeaders: front,
    bodyOf: (path, retryAfter) => (path.startsWith('/other/') ? { retryAfter, path } : undefined),
    always: (url) => ['/healthz', '/readyz', '/list'].includes(url),
    record,
    admission: createConcurrencyGate({ loop: { isBusy: () => true }, limits: { whenBusy: 2, ever: 4 } }),
  });
  const hot = createResponseCache({
    places: [{ prefix: '/hot', freshMs: 60_000, name: (url) => url, stillTrue: async () => true }],
    clock: Date.now,
    count: () => {},
  });
  const released = Promise.withResolvers<void>();
  let inside = 0;
  const app = new Hono();
  app.use(door.count);
  app.use(hot.keep);
  app.use(front);
  mountHealth(app, async () => {});
  app.get('/hot', (c) => {
    cacheResponse(c, bytes);
    return c.body(bytes, 200, { ETag: '"1"', 'Cache-Control': 'public, max-age=60' });
  });
  app.get('/list', (c) => c.json([]));
  app.post('/upload', async (c) => c.json((await c.req.arrayBuffer()).byteLength));
  app.all('*', async (c) => {
    inside += 1;
    await released.promise;
    return c.text('done');
  });

  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port });
  listening.serve(app, (incoming, outgoing, otherwise) =>
    hot.answer(incoming, outgoing, () => door.answer(incoming, outgoing, otherwise)),
  );
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  return {
    ask,
    port,
    recorded,
    release: () => released.resolve(),
    /** As many as it takes; none of them is answered yet. */
    async fill(init?: RequestInit) {
      const accepted = [ask('/slow', init), ask('/slow', init)];
      await expect.poll(() => inside).toBe(2);
      return accepted;
    },
    [Symbol.asyncDispose]: () => listening.close(),
  };
}

test('past the bound it refuses at once, answers what it took, and takes all again afterwards', async () => {
  await using site = await openSite();
  const accepted = await site.fill();
  const burst = await Promise.all(Array.from({ length: 50 }, () => site.ask('/slow')));
  expect(burst.map(({ status }) => status)).toEqual(Array(50).fill(503));
  // They are asked back at different times, within five seconds.
  const waits = new Set(burst.map(({ headers }) => Number(headers.get('retry-after'))));
  expect([...waits].every((seconds) => [1, 2, 3, 4, 5].includes(seconds))).toBe(true);
  expect(waits.size).toBeGreaterThan(1);
  site.release();
  for (const answer of await Promise.all(accepted)) {
    expect([answer.status, await answer.text()]).toEqual([200, 'done']);
  }
  const again = await Promise.all([site.ask('/slow'), site.ask('/slow')]);
  expect(again.map(({ status }) => status)).toEqual([200, 200]);
});

test('a refusal has the shape, the headers and the request id of any answer, and is counted', async () => {
  await using site = await openSite();
  const [normal] = await Promise.all([site.ask('/healthz'), site.fill()]);
  const refused = await site.ask('/api/appointments?email=x', { headers: { 'x-request-id': 'mine-1' } });
  expect(refused.status).toBe(503);
  expect(await refused.json()).toEqual({
    error: { code: 'unavailable', message: expect.stringContaining('again') },
  });
  const { headers } = refused;
  expect(headers.get('x-request-id')).toBe('mine-1');
  expect(headers.get('cache-control')).toBe('no-store');
  const usual = [...normal.headers].filter(([name]) => !/^(content-|date$|x-request-id$)/.test(name));
  expect(usual.map(([name]) => name)).toContain('strict-transport-security');
  expect(Object.fromEntries(headers)).toMatchObject(Object.fromEntries(usual));
  expect(site.recorded).toContain('GET /api/appointments?email=x 503');
  expect((await site.ask('/x')).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  site.release();
});

test('health, what is hot and what renews it are never refused', async () => {
  await using site = await openSite();
  expect((await site.ask('/hot')).status).toBe(200);
  await site.fill();
  for (const path of ['/healthz', '/readyz', '/hot', '/list']) {
    const answer = await site.ask(path);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.arrayBuffer();
  }
  site.release();
});

test('another service says it in its own protocol, and a browser window gets a page', async () => {
  await using site = await openSite();
  await site.fill();
  const other = await site.ask('/other/call?key=1');
  const retryAfter = Number(other.headers.get('retry-after'));
  expect(await other.json()).toEqual({ retryAfter, path: '/other/call' });
  expect(other.headers.get('content-security-policy')).not.toContain('img-src');
  const page = await site.ask('/campaign', {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  const html = await page.text();
  expect(html).toContain('tries again');
  expect(html).toMatch(/<link rel="icon" [^>]*href="data:image/);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; img-src data:$/);
  site.release();
});

test('the connection of a refused upload goes on with the next request', async () => {
  await using site = await openSite();
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

test('whose client has gone is under way until it is done', async () => {
  await using site = await openSite();
  const gone = new AbortController();
  const accepted = await site.fill({ signal: gone.signal });
  gone.abort();
  const left = await Promise.allSettled(accepted);
  expect(left.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await site.ask('/full')).status).toBe(503);
  site.release();
  await expect.poll(async () => (await site.ask('/full')).status).toBe(200);
});
