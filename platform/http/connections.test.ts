import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { openLine } from '../testing/raw-lines.ts';
import { trustedAddress } from './client-address.ts';
import { boundConnections, type ConnectionBounds, connectionBounds } from './connections.ts';
import { type Listening, listen } from './listen.ts';

let site: Listening | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

const short = { headersMs: 1500, requestMs: 3000, idleMs: 60_000, checkMs: 50 };

async function open(bounds: Partial<ConnectionBounds>) {
  const all = { ...connectionBounds, ...bounds };
  const opened = await listen({ host: '127.0.0.1', port: 0, patienceMs: 100, bounds: all });
  site = opened;
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
  return { cut: cut.promise, others, line: () => openLine(opened.address) };
}

test('who sends headers letter by letter is cut off, and others are answered meanwhile', async () => {
  const { others, line: openOne } = await open(short);
  const lines = await Promise.all(Array.from({ length: 50 }, openOne));
  for (const line of lines) line.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const drip = setInterval(() => lines.map(({ socket }) => socket.writable && socket.write('a')), 20);
  expect(await others()).toBe(200);
  await Promise.all(lines.map(({ closed }) => closed));
  clearInterval(drip);
  for (const line of lines) expect([[], [408]]).toContainEqual(line.statuses());
});

test('a connection outlives the 60 s for which load balancers keep one between two requests', async () => {
  const { line: openOne } = await open({});
  const line = await openOne();
  line.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(line.heard).toMatch(/^keep-alive: timeout=75\r$/im);
});

test('who connects and says nothing is cut off', async () => {
  const line = await (await open(short)).line();
  await line.closed;
});

test('who sends a body letter by letter is cut off', async () => {
  const { others, line: openOne } = await open(short);
  const line = await openOne();
  line.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n');
  const drip = setInterval(() => line.socket.writable && line.socket.write('a'), 20);
  expect(await others()).toBe(200);
  await line.closed;
  clearInterval(drip);
  expect([[], [408]]).toContainEqual(line.statuses());
});

test('who does not read the answer is cut off, and what makes it is ended', async () => {
  const { cut, others, line: openOne } = await open({ idleMs: 1500 });
  const line = await openOne();
  line.socket.pause();
  line.socket.write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await others()).toBe(200);
  await cut;
  line.socket.destroy();
});

async function openBounded(most: number, exempt: (address: string) => boolean) {
  const server = createServer((_, outgoing) => outgoing.end('here'));
  boundConnections(server, { ...connectionBounds, mostOfOne: most }, exempt);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = async () => {
    const line = await openLine(address);
    line.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await line.closed;
    return line.statuses();
  };
  return { address, ask, close: () => once(server.close(), 'close') };
}

test('nobody holds more than their part of the connections; who leaves makes room', async () => {
  const server = await openBounded(3, () => false);
  const lines = await Promise.all([1, 2, 3].map(() => openLine(server.address)));
  expect(await server.ask()).toEqual([]);
  lines[0]?.socket.destroy();
  await expect.poll(server.ask).toEqual([200]);
  for (const { socket } of lines) socket.destroy();
  await server.close();
});

test('a proxy, through which everybody comes, holds as many as it likes', async () => {
  const server = await openBounded(0, trustedAddress(['loopback']));
  expect(await server.ask()).toEqual([200]);
  await server.close();
});
