import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { openRawConnection } from '../testing/raw-sockets.ts';
import { trustedAddress } from './client-address.ts';
import { type ConnectionLimits, connectionLimits, isUrlTooLong, limitConnections } from './connections.ts';
import { listen } from './listen.ts';

const short = { headersMs: 1500, requestMs: 3000, idleMs: 60_000, checkMs: 50 };

async function open({ onTestFinished }: TestContext, bounds: Partial<ConnectionLimits>) {
  const all = { ...connectionLimits, ...bounds };
  const opened = await listen({ host: '127.0.0.1', port: 0, timeoutMs: 100, bounds: all });
  onTestFinished(opened.close);
  const cut = Promise.withResolvers<void>();
  const app = new Hono()
    .get('/', (c) => c.text('here'))
    .post('/', async (c) => c.text(`${(await c.req.arrayBuffer()).byteLength}`))
    .get('/endless', () => {
      const piece = new Uint8Array(64 * 1024);
      return new Response(
        new ReadableStream({ pull: (to) => to.enqueue(piece), cancel: () => cut.resolve() }),
      );
    });
  opened.serve(app);
  const others = async () => (await fetch(`${opened.address}/`)).status;
  return { cut: cut.promise, others, line: () => openRawConnection(opened.address) };
}

// They wait for real time: all at once.
describe.concurrent('a connection', () => {
  test('who sends headers letter by letter is cut off, and others are answered meanwhile', async (context) => {
    const { others, line: openOne } = await open(context, short);
    const lines = await Promise.all(Array.from({ length: 50 }, openOne));
    for (const line of lines) line.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => lines.map(({ socket }) => socket.writable && socket.write('a')), 20);
    expect(await others()).toBe(200);
    await Promise.all(lines.map(({ closed }) => closed));
    clearInterval(drip);
    for (const line of lines) expect([[], [408]]).toContainEqual(line.statuses());
  });

  test('a connection outlives the 60 s for which load balancers keep one between two requests', async (context) => {
    const { line: openOne } = await open(context, {});
    const line = await openOne();
    line.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(line.heard).toMatch(/^keep-alive: timeout=75\r$/im);
  });

  test('who connects and says nothing is cut off', async (context) => {
    const line = await (await open(context, short)).line();
    await line.closed;
  });

  test('who sends a body letter by letter is cut off', async (context) => {
    const { others, line: openOne } = await open(context, short);
    const line = await openOne();
    line.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    const drip = setInterval(() => line.socket.writable && line.socket.write('a'), 20);
    expect(await others()).toBe(200);
    await line.closed;
    clearInterval(drip);
    expect([[], [408]]).toContainEqual(line.statuses());
  });

  test('who does not read the answer is cut off, and what makes it is ended', async (context) => {
    const { cut, others, line: openOne } = await open(context, { idleMs: 1500 });
    const line = await openOne();
    line.socket.pause();
    line.socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await others()).toBe(200);
    await cut;
    line.socket.destroy();
  });
});

async function openBounded(most: number, exempt: (address: string) => boolean) {
  const server = createServer((_, outgoing) => outgoing.end('here'));
  limitConnections(server, { ...connectionLimits, maxPerSender: most }, exempt);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async () => {
    const line = await openRawConnection(address);
    line.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await line.closed;
    return line.statuses();
  };
  onTestFinished(() => void server.close());
  return { address, ask };
}

test('nobody holds more than their part of the connections; who leaves makes room', async () => {
  const server = await openBounded(3, () => false);
  const lines = await Promise.all([1, 2, 3].map(() => openRawConnection(server.address)));
  expect(await server.ask()).toEqual([]);
  lines[0]?.socket.destroy();
  await expect.poll(server.ask).toEqual([200]);
  for (const { socket } of lines) socket.destroy();
});

test('a proxy, through which everybody comes, holds as many as it likes', async () => {
  const server = await openBounded(0, trustedAddress(['loopback']));
  expect(await server.ask()).toEqual([200]);
});

test('an address that is too long is refused before the app, and the connection goes on', async () => {
  const site = await listen({ host: '127.0.0.1', port: 0 });
  let asked = 0;
  site.serve(
    new Hono().all('*', (c) => {
      asked += 1;
      return c.text('Here.');
    }),
  );
  const line = await openRawConnection(site.address);
  line.socket.write(`GET /a${'/'.repeat(15_500)}x/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(line.statuses).toEqual([414]);
  expect(asked).toBe(0);
  expect(line.heard()).toContain('Use at most 2000 characters');
  line.socket.write('GET /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await expect.poll(line.statuses).toEqual([414, 200]);
  await line.closed;
  await site.close();
});

test('the path may have 2,000 characters, the whole 8,000', () => {
  const path = (length: number) => `/${'a'.repeat(length - 1)}`;
  expect(isUrlTooLong(path(2000))).toBe(false);
  expect(isUrlTooLong(path(2001))).toBe(true);
  expect(isUrlTooLong(`${path(2000)}?${'a'.repeat(5999)}`)).toBe(false);
  expect(isUrlTooLong(`${path(2000)}?${'a'.repeat(6000)}`)).toBe(true);
  expect(isUrlTooLong(`${path(2001)}?a`)).toBe(true);
  expect(isUrlTooLong(undefined)).toBe(false);
});
