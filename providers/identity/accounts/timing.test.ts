import { argon2 } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { PlatformTables } from '#platform/schema/tables.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { openIdentity } from '../testing/test-identity.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, argon2: vi.fn(crypto.argon2) };
});

test('with private emails an unknown account costs the same hash to refuse as a wrong password', async () => {
  await using identity = await openIdentity({ settings: { emailPrivacy: true } });
  const known = 'nasrin@example.org';
  await identity.post('/v1/accounts:signUp', { email: known, password: 'a long password' });
  const hashedFor = async (email: string) => {
    vi.mocked(argon2).mockClear();
    const { body } = await identity.post('/v1/accounts:signInWithPassword', { email, password: 'wrong one' });
    expect(body).toMatchObject({ error: { message: 'INVALID_LOGIN_CREDENTIALS' } });
    return vi
      .mocked(argon2)
      .mock.calls.map(([algorithm, { message, memory, passes, parallelism }]) => [
        algorithm,
        { message, memory, passes, parallelism },
      ]);
  };
  const wrongPassword = await hashedFor(known);
  expect(wrongPassword).toHaveLength(1);
  expect(await hashedFor('nobody@example.org')).toEqual(wrongPassword);
});

test('with private emails a reset for an unknown account writes the same rows as for a known one', async () => {
  await using identity = await openIdentity({ settings: { emailPrivacy: true } });
  const known = 'nasrin@example.org';
  await identity.post('/v1/accounts:signUp', { email: known, password: 'a long password' });
  const db = identity.db.withTables<
    Pick<PlatformTables, 'platform_outbox'> & Pick<IdentityTables, 'identity_code'>
  >();
  const writtenFor = async (email: string) => {
    await db.deleteFrom('platform_outbox').execute();
    await db.deleteFrom('identity_code').execute();
    const response = await identity.post('/v1/accounts:sendOobCode', {
      requestType: 'PASSWORD_RESET',
      email,
    });
    expect(response).toMatchObject({ status: 200, body: { email } });
    const [message, ...others] = await db.selectFrom('platform_outbox').select('payload').execute();
    expect(others).toEqual([]);
    const codes = await db.selectFrom('identity_code').select('purpose').execute();
    return { codes: codes.map(({ purpose }) => purpose), bytes: message?.payload.length };
  };
  const ofKnown = await writtenFor(known);
  expect(ofKnown.codes).toEqual(['PASSWORD_RESET']);
  // As long as the known address.
  expect(await writtenFor('nobody@example.org')).toEqual(ofKnown);
});
