import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { openRawConnection } from '../testing/raw-sockets.ts';
import { createTrustedAddressCheck } from './client-address.ts';
import { type ConnectionLimits, connectionLimits, isUrlTooLong, limitConnections } from './connections.ts';
import { listen } from './listen.ts';

const short = { headersMs: 1500, requestMs: 3000, idleMs: 60_000, checkMs: 50 };

async function start({ onTestFinished }: TestContext, limits: Partial<ConnectionLimits>) {
  const all = { ...connectionLimits, ...limits };
  const testServer = await listen({ host: '127.0.0.1', port: 0, timeoutMs: 100, limits: all });
  onTestFinished(testServer.close);
  const streamCanceled = Promise.withResolvers<void>();
  const app = new Hono()
    .get('/', (c) => c.text('here'))
    .post('/', async (c) => c.text(`${(await c.req.arrayBuffer()).byteLength}`))
    .get('/endless', () => {
      const piece = new Uint8Array(64 * 1024);
      return new Response(
        new ReadableStream({ pull: (to) => to.enqueue(piece), cancel: () => streamCanceled.resolve() }),
      );
    });
  testServer.serve(app);
  const requestStatus = async () => (await fetch(`${testServer.address}/`)).status;
  return {
    streamCanceled: streamCanceled.promise,
    requestStatus,
    connection: () => openRawConnection(testServer.address),
  };
}

// These tests wait for real time, so they run concurrently.
describe.concurrent('a slow connection', () => {
  test('is closed when headers arrive byte by byte, while other requests are served', async (context) => {
    const { requestStatus, connection: connect } = await start(context, short);
    const connections = await Promise.all(Array.from({ length: 50 }, connect));
    for (const connection of connections) connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => connections.map(({ socket }) => socket.writable && socket.write('a')), 20);
    expect(await requestStatus()).toBe(200);
    await Promise.all(connections.map(({ closed }) => closed));
    clearInterval(drip);
    for (const connection of connections) expect([[], [408]]).toContainEqual(connection.statuses());
  });

  test('is kept alive for longer than load balancers keep it (60 s)', async (context) => {
    const { connection: connect } = await start(context, {});
    const connection = await connect();
    connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(connection.receivedText).toMatch(/^keep-alive: timeout=75\r$/im);
  });

  test('is closed when it sends nothing', async (context) => {
    const connection = await (await start(context, short)).connection();
    await connection.closed;
  });

  test('is closed when the body arrives byte by byte', async (context) => {
    const { requestStatus, connection: connect } = await start(context, short);
    const connection = await connect();
    connection.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
    const drip = setInterval(() => connection.socket.writable && connection.socket.write('a'), 20);
    expect(await requestStatus()).toBe(200);
    await connection.closed;
    clearInterval(drip);
    expect([[], [408]]).toContainEqual(connection.statuses());
  });

  test('is closed when the client does not read the response, and the response stream is canceled', async (context) => {
    const { streamCanceled, requestStatus, connection: connect } = await start(context, { idleMs: 1500 });
    const connection = await connect();
    connection.socket.pause();
    connection.socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await requestStatus()).toBe(200);
    await streamCanceled;
    connection.socket.destroy();
  });
});

async function startLimited(limit: number, exempt: (address: string) => boolean) {
  const server = createServer((_, outgoing) => outgoing.end('here'));
  limitConnections(server, { ...connectionLimits, maxPerSender: limit }, exempt);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sendRequest = async () => {
    const connection = await openRawConnection(address);
    connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await connection.closed;
    return connection.statuses();
  };
  onTestFinished(() => void server.close());
  return { address, sendRequest };
}

test('limits the connections per address, and accepts another one when one is closed', async () => {
  const server = await startLimited(3, () => false);
  const connections = await Promise.all([1, 2, 3].map(() => openRawConnection(server.address)));
  expect(await server.sendRequest()).toEqual([]);
  connections[0]?.socket.destroy();
  await expect.poll(server.sendRequest).toEqual([200]);
  for (const { socket } of connections) socket.destroy();
});

test('does not limit the connections of a trusted proxy', async () => {
  const server = await startLimited(0, createTrustedAddressCheck(['loopback']));
  expect(await server.sendRequest()).toEqual([200]);
});

test('rejects an address that is too long before the app, and keeps the connection open', async () => {
  const site = await listen({ host: '127.0.0.1', port: 0 });
  let requests = 0;
  site.serve(
    new Hono().all('*', (c) => {
      requests += 1;
      return c.text('Here.');
    }),
  );
  const connection = await openRawConnection(site.address);
  connection.socket.write(`GET /a${'/'.repeat(15_500)}x/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(connection.statuses).toEqual([414]);
  expect(requests).toBe(0);
  expect(connection.receivedText()).toContain('Use at most 2000 characters');
  expect(connection.receivedText()).toMatch(/^X-Request-Id: [\w-]{36}\r$/m);
  connection.socket.write('GET /about HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await expect.poll(connection.statuses).toEqual([414, 200]);
  await connection.closed;
  await site.close();
});

test('allows 2,000 characters for the path and 8,000 in all', () => {
  const path = (length: number) => `/${'a'.repeat(length - 1)}`;
  expect(isUrlTooLong(path(2000))).toBe(false);
  expect(isUrlTooLong(path(2001))).toBe(true);
  expect(isUrlTooLong(`${path(2000)}?${'a'.repeat(5999)}`)).toBe(false);
  expect(isUrlTooLong(`${path(2000)}?${'a'.repeat(6000)}`)).toBe(true);
  expect(isUrlTooLong(`${path(2001)}?a`)).toBe(true);
  expect(isUrlTooLong(undefined)).toBe(false);
});
