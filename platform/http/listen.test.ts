import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { freePort } from '../testing/ports.ts';
import { listen } from './listen.ts';

async function open(patienceMs?: number) {
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port, ...(patienceMs && { patienceMs }) });
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

test('a request that never arrives in whole is cut off', { timeout: 3000 }, async () => {
  const { listening, socket } = await open(100);
  const ended = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
  socket.write('GET /slow HTTP/1.1\r\nHost:');
  await listening.close();
  await ended;
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
