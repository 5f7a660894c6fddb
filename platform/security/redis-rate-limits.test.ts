import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Redis } from 'ioredis';
import RedisMock from 'ioredis-mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createRequestLimit } from '../http/limits.ts';
import { createLog } from '../observability/log.ts';
import { openBadServer } from '../testing/bad-server.ts';
import { freePort } from '../testing/ports.ts';
import { connectRedis, createRedisLimiters } from './redis-rate-limits.ts';

const twice = { points: 2, seconds: 60 };
const tooMany = { code: 'too-many-requests' };

/** Two connections to one store that other tests do not use. */
function twoServers(): [Redis, Redis] {
  const data = { host: 'redis.example', port: 6379, db: 0, keyPrefix: `${crypto.randomUUID()} ` };
  return [new RedisMock(data), new RedisMock(data)];
}

test('two processes on one Redis share counts, by name and key, floods too', async () => {
  const [firstProcess, secondProcess] = twoServers();
  for (const flood of [false, true]) {
    const name = `uploads ${flood}`;
    const [mine, theirs] = [firstProcess, secondProcess].map((redis) =>
      createRequestLimit(createRedisLimiters(redis)(name, { ...twice, flood })),
    );
    await mine?.('rahim');
    await theirs?.('rahim');
    await expect(mine?.('rahim')).rejects.toMatchObject(tooMany);
    await expect(theirs?.('rahim')).rejects.toMatchObject(tooMany);
    await theirs?.('karim');
    await theirs?.giveBack('karim');
    await mine?.('karim');
    await mine?.('karim');
    await expect(mine?.('karim')).rejects.toMatchObject(tooMany);
  }
});

test('stores no key in plain text, and every count expires', async () => {
  const [redis] = twoServers();
  await createRequestLimit(createRedisLimiters(redis)('mails', twice))('rahim@example.com');
  const keys = await redis.keys('*');
  expect(keys.join()).not.toMatch(/rahim/);
  expect(keys).toContainEqual(expect.stringMatching(/blood-buddies:[\w-]{43}$/));
});

test('counts per process and logs once when Redis is not running', async () => {
  const log = createLog('silent');
  const warn = vi.spyOn(log, 'warn');
  const { limiters, close } = connectRedis({ url: `redis://127.0.0.1:${await freePort()}`, log });
  const count = createRequestLimit(limiters('uploads', twice));
  for (let n = 0; n < 2; n += 1) await count('rahim');
  await expect(count('rahim')).rejects.toMatchObject(tooMany);
  await vi.waitFor(
    () => expect(warn).toHaveBeenCalledWith(expect.stringMatching(/^Redis is unavailable/)),
    20_000,
  );
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), 20_000);
  close();
});

test('does not wait for a Redis that has become silent', async () => {
  let evalCount = 0;
  /** Responds to the commands of a connecting client, but not to a count. */
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const command of data.toString().split(/\*\d+\r\n/)) {
        if (/^\$4\r\ninfo/i.test(command)) socket.write('$15\r\nredis_version:1\r\n');
        else if (/^\$6\r\nclient/i.test(command)) socket.write('+OK\r\n');
        else if (/^\$\d+\r\neval/i.test(command)) evalCount += 1;
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const log = createLog('silent');
  const { port } = server.address() as AddressInfo;
  const { limiters, close } = connectRedis({ url: `redis://127.0.0.1:${port}`, log });
  const count = createRequestLimit(limiters('uploads', { points: 1000, seconds: 60 }));
  // Counts are made in memory until the connection is open, then sent to Redis.
  await vi.waitFor(async () => {
    await count('rahim');
    expect(evalCount).toBeGreaterThan(0);
  }, 20_000);
  close();
  await new Promise((closed) => server.close(closed));
});

test.each(['answers a page', 'hangs up', 'drips its head'] as const)(
  'what is no Redis and %s holds nobody up: the process counts for itself',
  async (fault) => {
    await using server = await openBadServer(fault);
    const log = createLog('silent');
    const { limiters, close } = connectRedis({ url: `redis://127.0.0.1:${server.port}`, log });
    onTestFinished(close);
    const count = createRequestLimit(limiters('uploads', twice));
    const since = performance.now();
    for (let n = 0; n < 2; n += 1) await count('rahim');
    await expect(count('rahim')).rejects.toMatchObject(tooMany);
    expect(performance.now() - since).toBeLessThan(15_000);
  },
);
