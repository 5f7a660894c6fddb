import { expect, test } from 'vitest';
import { openIdentity } from '../testing/test-identity.ts';

test('with private emails an unknown account takes as long to refuse as a wrong password', async () => {
  await using identity = await openIdentity({ settings: { emailPrivacy: true } });
  const known = 'nasrin@example.org';
  await identity.post('/v1/accounts:signUp', { email: known, password: 'a long password' });
  const took = async (email: string) => {
    const began = performance.now();
    const { body } = await identity.post('/v1/accounts:signInWithPassword', { email, password: 'wrong one' });
    expect(body).toMatchObject({ error: { message: 'INVALID_LOGIN_CREDENTIALS' } });
    return performance.now() - began;
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let turn = 0; turn < 8; turn += 1) {
    times.known.push(await took(known));
    times.unknown.push(await took(`nobody-${turn}@example.org`));
  }
  // The quickest of each: what else the machine did meanwhile only adds.
  const [one, other] = [Math.min(...times.known), Math.min(...times.unknown)];
  expect(other / one).toBeGreaterThan(0.6);
  expect(other / one).toBeLessThan(1.7);
});
