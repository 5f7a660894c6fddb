import { argon2, argon2Sync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { createTestIdentity } from '../testing/test-identity.ts';
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
  // The queue of `full` accepts no tasks, so this password is rejected without a hash.
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

test('rejects with unavailable and a retry time when the queue is full, and makes room for another person', async () => {
  const full = { code: 'unavailable', retryAfter: 10 };
  // Three hashes run and two wait.
  const busy = createPasswordHasher({ maxWaiting: 2, cost });
  const flood = Array.from({ length: 5 }, () => busy.verify('x', null, sender));
  await expect(busy.hash('one more', sender)).rejects.toMatchObject(full);
  const other = busy.verify('x', null, { address: '198.51.100.7', account: 'karim@example.org' });
  await expect(flood.pop()).rejects.toMatchObject(full);
  expect(await Promise.all([...flood, other])).toEqual(Array(5).fill(false));
});

const known = 'nasrin@example.org';

test('[IDP-01] with emailPrivacy an unknown account looks like a wrong password, at the cost of one hash', async () => {
  await using idp = await createTestIdentity({ settings: { emailPrivacy: true } });
  await idp.signUp(known);
  const recordHashing = async (email: string) => {
    vi.mocked(argon2).mockClear();
    const account = { email, password: 'wrong one' };
    const { body } = await idp.expectError('INVALID_LOGIN_CREDENTIALS', 'signInWithPassword', account);
    const { calls } = vi.mocked(argon2).mock;
    const hashed = calls.map(([algorithm, { message, memory, passes, parallelism }]) => [
      algorithm,
      { message, memory, passes, parallelism },
    ]);
    return { body, hashed };
  };
  const wrongPassword = await recordHashing(known);
  expect(wrongPassword.hashed).toHaveLength(1);
  expect(await recordHashing('nobody@example.org')).toEqual(wrongPassword);
});

test('with emailPrivacy a reset for an unknown account writes the same rows as for a known one', async () => {
  await using idp = await createTestIdentity({ settings: { emailPrivacy: true } });
  await idp.signUp(known);
  const outbox = idp.db.withTables<Pick<PlatformTables, 'platform_outbox'>>();
  const recordWrites = async (email: string) => {
    await outbox.deleteFrom('platform_outbox').execute();
    await idp.tables.deleteFrom('identity_code').execute();
    expect(await idp.requestCode('PASSWORD_RESET', { email })).toMatchObject({
      status: 200,
      body: { email },
    });
    const [message, ...others] = await outbox.selectFrom('platform_outbox').select('payload').execute();
    expect(others).toEqual([]);
    const codes = await idp.tables.selectFrom('identity_code').select('purpose').execute();
    return { codes: codes.map(({ purpose }) => purpose), bytes: message?.payload.length };
  };
  const knownWrites = await recordWrites(known);
  expect(knownWrites.codes).toEqual(['PASSWORD_RESET']);
  // The unknown address has the same length as the known one.
  expect(await recordWrites('nobody@example.org')).toEqual(knownWrites);
});
