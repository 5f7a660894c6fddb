import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();
/** Of the queue's tests, where only the order counts. */
const cost = { memory: 1024, passes: 1, parallelism: 1 };
const sender = { address: '192.0.2.1', account: 'rahim@example.org' };

test('a password is kept as argon2id at its full cost, each time with another salt', async () => {
  const [one, two] = await Promise.all([
    passwords.hash('correct horse 1', sender),
    passwords.hash('correct horse 1', sender),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await passwords.verify('correct horse 1', one, sender)).toBe(true);
  expect(await passwords.verify('Correct horse 1', one, sender)).toBe(false);
});

test('passwords that look the same are the same', async () => {
  const hash = await passwords.hash('caf\u00e9 \ufb01', sender);
  expect(await passwords.verify('cafe\u0301 fi', hash, sender)).toBe(true);
});

test('without a hash nothing is right', async () => {
  for (const nothing of [null, undefined])
    expect(await passwords.verify('anything', nothing, sender)).toBe(false);
});

test('what is longer than any password that was taken is never right, and is not hashed', async () => {
  const full = createPasswords({ maxWaiting: 0 });
  const long = 'x'.repeat(4096);
  const hash = await passwords.hash(long, sender);
  expect(await passwords.verify(long, hash, sender)).toBe(true);
  expect(await passwords.verify(`${long}x`, hash, sender)).toBe(false);
  // Its queue takes no work at all.
  expect(await full.verify(`${long}x`, hash, sender)).toBe(false);
});

test('a hash of another cost is still read: the cost can rise', async () => {
  const nonce = Buffer.from('some salt of ours');
  const options = { message: 'x', nonce, tagLength: 32, memory: 64, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', options);
  const hash = `$argon2id$v=19$m=64,t=1,p=1$${nonce.toString('base64')}$${tag.toString('base64')}`;
  expect(await passwords.verify('x', hash, sender)).toBe(true);
  expect(await passwords.verify('y', hash, sender)).toBe(false);
});

test('when too many wait, the next is told to come back', async () => {
  const busy = createPasswords({ maxWaiting: 2, cost });
  const working = Array.from({ length: 5 }, () => busy.verify('x', null, sender));
  await expect(busy.hash('one more', sender)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  expect(await Promise.all(working)).toEqual(Array(5).fill(false));
});

test('of a flood from one address, the sign-in of another person is one of the first', async () => {
  const busy = createPasswords({ cost });
  const order: string[] = [];
  const check = async (name: string, address: string) => {
    await busy.verify('x', null, { address, account: name });
    order.push(name);
  };
  const flood = Array.from({ length: 40 }, (_, n) => check(`flood ${n}`, '192.0.2.1'));
  await Promise.all([...flood, check('Rahim', '198.51.100.7')]);
  // Three were being hashed when it came, and one more had its turn; two may have ended just before it.
  expect(order.indexOf('Rahim')).toBeLessThan(8);
});
