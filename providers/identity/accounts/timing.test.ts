import { argon2 } from 'node:crypto';
import { expect, test, vi } from 'vitest';
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
