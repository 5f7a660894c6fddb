import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

let on: TestIdentity;
let honest: Record<string, string>;

// PostgreSQL is the stricter of the two about what a text may hold.
beforeAll(async () => {
  on = await openIdentity({ open: () => openPostgres([identityMigrations]), limitScale: 1000 });
  const { idToken } = await on.enrolApp((await on.signUpVerified()).idToken);
  const { ids } = await on.beginSignIn();
  honest = { idToken, mfaEnrollmentId: ids[0] ?? '', displayName: 'My phone' };
});
afterAll(() => on[Symbol.asyncDispose]());

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '\0', '\ud800', '+880'.repeat(2000), '__proto__', '٣٤٥٦٧٨', '+8801712345678', '123456'),
  fc.jsonValue({ maxDepth: 1 }),
);
const inside = fc.oneof(
  fc.record(
    { phoneNumber: hostile, sessionInfo: hostile, code: hostile, verificationCode: hostile },
    { requiredKeys: [] },
  ),
  hostile,
);
const parts = fc.record(
  {
    phoneEnrollmentInfo: inside,
    totpEnrollmentInfo: inside,
    phoneVerificationInfo: inside,
    totpVerificationInfo: inside,
    phoneSignInInfo: inside,
    mfaEnrollmentId: hostile,
    displayName: hostile,
  },
  { requiredKeys: [] },
);

test.each([
  'mfaEnrollment:start',
  'mfaEnrollment:finalize',
  'mfaEnrollment:withdraw',
  'mfaSignIn:start',
  'mfaSignIn:finalize',
])('%s never fails on what stands inside its fields, and lets nobody in', async (name) => {
  await fc.assert(
    fc.asyncProperty(parts, async (sent) => {
      const { mfaEnrollmentId, ...rest } = honest;
      const { credential } = await on.beginSignIn();
      const factor = name.startsWith('mfaSignIn') ? { mfaEnrollmentId } : {};
      const body = { ...rest, ...factor, mfaPendingCredential: credential, ...sent };
      const answer = await on.post(name, body);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).not.toHaveProperty('refreshToken');
    }),
    { numRuns: 40 },
  );
  expect(await on.lookUp(honest.idToken)).toMatchObject({ mfaInfo: [{ totpInfo: {} }] });
});
