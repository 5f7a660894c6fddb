import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { freePort } from '../testing/ports.ts';
import { readBytes } from './body.ts';
import { listen } from './listen.ts';

async function startServer(timeoutMs?: number) {
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port, ...(timeoutMs && { timeoutMs }) });
  const received = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const app = new Hono().get('/slow', async (c) => {
    received.resolve();
    await released.promise;
    return c.text('done');
  });
  listening.serve(app);
  const socket: Socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  return { listening, socket, received: received.promise, release: () => released.resolve() };
}

// The timeout is well below the keep-alive time of an idle connection.
test('completes a request in flight, and its connection does not delay close()', {
  timeout: 30_000,
}, async () => {
  const { listening, socket, received, release } = await startServer();
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await received;
  const closed = listening.close();
  release();
  const [response] = await once(socket, 'data');
  expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
  await closed;
});

test('serves a connection that was not accepted yet when close() was called', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  listening.serve(new Hono().post('/', (c) => c.text('accepted')));
  const socket = connect(Number(new URL(listening.address).port), '127.0.0.1').setEncoding('utf8');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  await new Promise(process.nextTick);
  const closed = listening.close();
  const [response] = await once(socket, 'data');
  expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*accepted$/);
  await closed;
});

test('close() waits for all requests in flight', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  const allReceived = Promise.withResolvers<void>();
  let [received, done] = [0, 0];
  const app = new Hono().get('/', async (c) => {
    received += 1;
    const order = received;
    if (received === 20) allReceived.resolve();
    await allReceived.promise;
    await pause(order * 10);
    done += 1;
    return c.text('done');
  });
  listening.serve(app);
  const responses = Array.from({ length: 20 }, () => fetch(listening.address));
  await allReceived.promise;
  await listening.close();
  expect(done).toBe(20);
  for (const { status } of await Promise.all(responses)) expect(status).toBe(200);
});

test('closes a connection whose request is never complete', { timeout: 30_000 }, async () => {
  const { listening, socket } = await startServer(100);
  const ended = new Promise((resolve) =>
    socket
      .on('error', () => {})
      .on('close', resolve)
      .resume(),
  );
  socket.write('GET /slow HTTP/1.1\r\nHost:');
  await listening.close();
  await ended;
});

test('while draining reports not ready, serves requests and closes each connection', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  const app = new Hono().get('/', (c) => c.text('here')).get('/readyz', (c) => c.text('ready'));
  listening.serve(app, (incoming, outgoing, next) => {
    if (incoming.url !== '/cached') return next();
    outgoing.writeHead(200, ['content-length', '3']);
    outgoing.end('hit');
  });
  const getPath = async (path: string) => {
    const response = await fetch(`${listening.address}${path}`);
    return [response.status, await response.text(), response.headers.get('connection')];
  };
  expect(await getPath('/readyz')).toEqual([200, 'ready', 'keep-alive']);
  listening.startDraining();
  const reason = JSON.stringify({ status: 'unavailable', reason: 'This server is stopping.' });
  expect(await getPath('/readyz')).toEqual([503, reason, 'close']);
  expect(await getPath('/')).toEqual([200, 'here', 'close']);
  expect(await getPath('/cached')).toEqual([200, 'hit', 'close']);
  await listening.close();
});

test('serves requests that arrived during startup once it is done, and reports not ready until then', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  const early = fetch(listening.address, { method: 'POST', body: 'early' });
  expect((await fetch(`${listening.address}/readyz`)).status).toBe(503);
  listening.serve(new Hono().post('/', async (c) => c.text(await c.req.text())));
  expect(await (await early).text()).toBe('early');
  await listening.close();
});

const hosts = [
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
] as const;
/** Some machines have no IPv6. */
const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test.each(hosts.filter(([host]) => hasIPv6 || !host.includes(':')))(
  'listening on %s, is reached at %s',
  async (host, expectedHost) => {
    const port = await freePort();
    const listening = await listen({ host, port });
    listening.serve(new Hono().get('/', (c) => c.text('here')));
    expect(listening.address).toBe(`http://${expectedHost}:${port}`);
    expect(await (await fetch(listening.address)).text()).toBe('here');
    await listening.close();
  },
);

test('rejects a port in use', async () => {
  const port = await freePort();
  const first = await listen({ host: '127.0.0.1', port });
  await expect(listen({ host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} is already in use`);
  const metrics = listen({ host: '127.0.0.1', port, portVariable: 'METRICS_PORT' });
  await expect(metrics).rejects.toThrow(
    `METRICS_PORT ${port} is already in use. Stop the program that uses it, or set METRICS_PORT`,
  );
  await first.close();
});

test('responds 413 to a chunked body that is too large and asks the client for a new connection', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  const app = new Hono().post('/', async (c) => c.json({ size: (await readBytes(c.req.raw, 1000)).length }));
  app.onError((error, c) => c.text('', error instanceof AppError && error.code === 'too-large' ? 413 : 500));
  listening.serve(app);
  using agent = Object.assign(new Agent({ keepAlive: true, maxSockets: 1 }), {
    [Symbol.dispose]: () => agent.destroy(),
  });
  /** Sends the body in chunks, without its length. */
  async function post(chunks: number) {
    const sent = request(listening.address, { method: 'POST', agent });
    for (let n = 0; n < chunks; n += 1) sent.write('x'.repeat(400));
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await response.resume().toArray();
    return { status: response.statusCode, connection: response.headers.connection };
  }
  for (let n = 0; n < 5; n += 1) {
    expect(await post(500)).toEqual({ status: 413, connection: 'close' });
    expect(await post(2)).toEqual({ status: 200, connection: 'keep-alive' });
  }
  await listening.close();
});
