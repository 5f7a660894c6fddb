import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { freePort } from '../testing/ports.ts';
import { listen } from './listen.ts';

async function open(timeoutMs?: number) {
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port, ...(timeoutMs && { timeoutMs }) });
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const app = new Hono().get('/slow', async (c) => {
    asked.resolve();
    await released.promise;
    return c.text('done');
  });
  listening.serve(app);
  const socket: Socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  return { listening, socket, asked: asked.promise, release: () => released.resolve() };
}

// Well below the 5 s for which an idle connection would be held.
test('a request under way is answered, and its connection does not hold up the stop', {
  timeout: 3000,
}, async () => {
  const { listening, socket, asked, release } = await open();
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await asked;
  const closed = listening.close();
  release();
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*done$/);
  await closed;
});

test('who has connected at the moment of the stop, and was not accepted yet, is answered', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  listening.serve(new Hono().post('/', (c) => c.text('taken')));
  const socket = connect(Number(new URL(listening.address).port), '127.0.0.1').setEncoding('utf8');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  await new Promise(process.nextTick);
  const closed = listening.close();
  const [answer] = await once(socket, 'data');
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*taken$/);
  await closed;
});

test('a stop is over when all requests under way are, whichever socket took them', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  const begun = Promise.withResolvers<void>();
  let [asked, done] = [0, 0];
  const app = new Hono().get('/', async (c) => {
    asked += 1;
    const place = asked;
    if (asked === 20) begun.resolve();
    await begun.promise;
    await pause(place * 10);
    done += 1;
    return c.text('done');
  });
  listening.serve(app);
  const answers = Array.from({ length: 20 }, () => fetch(listening.address));
  await begun.promise;
  await listening.close();
  expect(done).toBe(20);
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
});

test('a request that never arrives in whole is cut off', { timeout: 3000 }, async () => {
  const { listening, socket } = await open(100);
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

test('who leaves says so, answers what still comes, and keeps no connection', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  const app = new Hono().get('/', (c) => c.text('here')).get('/readyz', (c) => c.text('ready'));
  listening.serve(app, (incoming, outgoing, otherwise) => {
    if (incoming.url !== '/hot') return otherwise();
    outgoing.writeHead(200, ['content-length', '3']);
    outgoing.end('hot');
  });
  const ask = async (path: string) => {
    const answer = await fetch(`${listening.address}${path}`);
    return [answer.status, await answer.text(), answer.headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, 'ready', 'keep-alive']);
  listening.leave();
  const reason = JSON.stringify({ status: 'unavailable', reason: 'This server is stopping.' });
  expect(await ask('/readyz')).toEqual([503, reason, 'close']);
  expect(await ask('/')).toEqual([200, 'here', 'close']);
  expect(await ask('/hot')).toEqual([200, 'hot', 'close']);
  await listening.close();
});

test('what comes while the site starts is answered when it has started; health says at once that it is not ready', async () => {
  const listening = await listen({ host: '127.0.0.1', port: await freePort() });
  const early = fetch(listening.address, { method: 'POST', body: 'kept' });
  expect((await fetch(`${listening.address}/readyz`)).status).toBe(503);
  listening.serve(new Hono().post('/', async (c) => c.text(await c.req.text())));
  expect(await (await early).text()).toBe('kept');
  await listening.close();
});

const hosts = [
  ['localhost', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['::1', '[::1]'],
] as const;
/** Not every machine speaks IPv6. */
const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

test.each(hosts.filter(([host]) => hasIPv6 || !host.includes(':')))(
  'listening on %s, it is reached at %s',
  async (host, at) => {
    const port = await freePort();
    const listening = await listen({ host, port });
    listening.serve(new Hono().get('/', (c) => c.text('here')));
    expect(listening.address).toBe(`http://${at}:${port}`);
    expect(await (await fetch(listening.address)).text()).toBe('here');
    await listening.close();
  },
);

test('a port that another server listens on is refused, though its sockets could share it', async () => {
  const port = await freePort();
  const first = await listen({ host: '127.0.0.1', port });
  await expect(listen({ host: '127.0.0.1', port })).rejects.toThrow(`PORT ${port} is already in use`);
  await first.close();
});

/** Elsewhere the system has no sockets that share a port. */
test.runIf(process.platform === 'linux')(
  'a round of the event loop takes several new connections',
  async () => {
    const port = await freePort();
    const listening = await listen({ host: '127.0.0.1', port });
    const taken: number[] = [];
    let round = 0;
    let over = false;
    listening.serve(
      new Hono().get('/', (c) => c.text('here')),
      (_incoming, outgoing) => {
        taken[round] = (taken[round] ?? 0) + 1;
        outgoing.end();
      },
    );
    const count = () => {
      round += 1;
      for (const until = performance.now() + 5; performance.now() < until; );
      if (!over) setImmediate(count);
    };
    count();
    const all = Array.from({ length: 60 }, () =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } }),
    );
    for (const { status } of await Promise.all(all)) expect(status).toBe(200);
    over = true;
    expect(Math.max(...taken.filter(Boolean))).toBeGreaterThan(1);
    await listening.close();
  },
);
