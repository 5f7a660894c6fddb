import { argon2, argon2Sync } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, argon2: vi.fn(crypto.argon2) };
});

const passwords = createPasswordHasher();
/** Cheap parameters for the queue tests, where only the order matters. */
const cost = { memory: 1024, passes: 1, parallelism: 1 };
const sender = { address: '192.0.2.1', account: 'rahim@example.org' };

test('hashes a password with argon2id at full cost and a random salt', async () => {
  const [one, two] = await Promise.all([
    passwords.hash('correct horse 1', sender),
    passwords.hash('correct horse 1', sender),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify('correct horse 1', one, sender)).toBe(true);
  expect(await passwords.verify('Correct horse 1', one, sender)).toBe(false);
});

test('treats passwords that look the same as equal', async () => {
  const hash = await passwords.hash('caf\u00e9 \ufb01', sender);
  expect(await passwords.verify('cafe\u0301 fi', hash, sender)).toBe(true);
});

test('rejects every password when there is no hash', async () => {
  for (const nothing of [null, undefined])
    expect(await passwords.verify('anything', nothing, sender)).toBe(false);
});

test('rejects passwords over the maximum length without hashing them', async () => {
  const full = createPasswordHasher({ maxWaiting: 0 });
  const long = 'x'.repeat(4096);
  const hash = await passwords.hash(long, sender);
  expect(await passwords.verify(long, hash, sender)).toBe(true);
  expect(await passwords.verify(`${long}x`, hash, sender)).toBe(false);
  // The queue of `full` accepts no tasks.
  expect(await full.verify(`${long}x`, hash, sender)).toBe(false);
});

test('verifies a hash with other parameters, so that the cost can be raised', async () => {
  const nonce = Buffer.from('some salt of ours');
  const options = { message: 'x', nonce, tagLength: 32, memory: 64, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', options);
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`;
  expect(await passwords.verify('x', hash, sender)).toBe(true);
  expect(await passwords.verify('y', hash, sender)).toBe(false);
});

test('rejects with unavailable and a retry time when the queue is full', async () => {
  const busy = createPasswordHasher({ maxWaiting: 2, cost });
  const working = Array.from({ length: 5 }, () => busy.verify('x', null, sender));
  await expect(busy.hash('one more', sender)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  expect(await Promise.all(working)).toEqual(Array(5).fill(false));
});

test('hashes the password of another person before the rest of a flood from one address', async () => {
  const busy = createPasswordHasher();
  const started: string[] = [];
  const running: (() => void)[] = [];
  // Hashes finish only when the test says so: their real duration depends on the load of the machine.
  vi.mocked(argon2).mockImplementation((_algorithm, { message }, done) => {
    started.push(String(message));
    running.push(() => done(null, Buffer.alloc(32)));
  });
  onTestFinished(() => void vi.mocked(argon2).mockReset());
  const verify = (name: string, address: string) => busy.verify(name, null, { address, account: name });
  const flood = Array.from({ length: 40 }, (_, n) => verify(`flood ${n}`, '192.0.2.1'));
  const all = Promise.all([...flood, verify('Rahim', '198.51.100.7')]);
  while (running.length > 0) {
    running.shift()?.();
    await new Promise(setImmediate);
  }
  await all;
  expect(started).toHaveLength(41);
  // Three hashes were running and the flood had one more turn.
  expect(started.indexOf('Rahim')).toBeLessThan(5);
});
