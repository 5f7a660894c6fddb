import { argon2 } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { createTestIdentity } from '../testing/test-identity.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, argon2: vi.fn(crypto.argon2) };
});

const known = 'nasrin@example.org';

test('[IDP-01] with emailPrivacy an unknown account gets the same response and costs the same hash as a wrong password', async () => {
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
