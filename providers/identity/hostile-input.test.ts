import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPostgres } from '#platform/testing/databases.ts';
import { identityMigrations } from './schema/migrations.ts';
import { openIdentity, type TestIdentity } from './testing/test-identity.ts';

const paths = [
  '/v1/accounts:signUp',
  '/v1/accounts:signInWithPassword',
  '/v1/accounts:signInWithEmailLink',
  '/v1/accounts:signInWithIdp',
  '/v1/accounts:lookup',
  '/v1/accounts:update',
  '/v1/accounts:delete',
  '/v1/accounts:sendOobCode',
  '/v1/accounts:resetPassword',
  '/v1/accounts:createAuthUri',
  '/v1/accounts:sendVerificationCode',
  '/v1/accounts:signInWithPhoneNumber',
  '/v2/accounts/mfaEnrollment:start',
  '/v2/accounts/mfaEnrollment:finalize',
  '/v2/accounts/mfaEnrollment:withdraw',
  '/v2/accounts/mfaSignIn:start',
  '/v2/accounts/mfaSignIn:finalize',
  '/v1/accounts:listSessions',
  '/v1/accounts:endSession',
  '/v1/accounts:endOtherSessions',
  '/v1/token',
  '/v1/projects/blood-buddies/accounts:delete',
  '/v1/projects/blood-buddies/accounts:lookup',
  '/v1/projects/blood-buddies/accounts:lookupSession',
];

let identity: TestIdentity;
let honest: Record<string, unknown>;

// PostgreSQL is the stricter of the two about what a text may hold.
beforeAll(async () => {
  identity = await openIdentity({ open: () => openPostgres([identityMigrations]), limitScale: 1000 });
});
beforeEach(async () => {
  const person = { email: `${randomUUID()}@example.com`, password: 'correct horse 1' };
  const { status, body } = await identity.post('/v1/accounts:signUp', person);
  expect(status).toBe(200);
  honest = { ...person, idToken: body.idToken, refresh_token: body.refreshToken };
});
afterAll(() => identity[Symbol.asyncDispose]());

test.each(['email', 'password', 'displayName'])(
  'half a surrogate pair in %s is refused, not replaced',
  async (field) => {
    const person = { email: `${randomUUID()}@example.com`, password: 'correct horse 1' };
    const answer = await identity.post('/v1/accounts:signUp', {
      ...person,
      [field]: 'correct\ud800@example.com',
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^INVALID_ARGUMENT/) } },
    });
  },
);

test.each(['displayName', 'photoUrl'])(
  'a line break in %s is refused, at sign-up and in a change',
  async (field) => {
    const refused = { status: 400, body: { error: { message: expect.stringMatching(/^INVALID_ARGUMENT/) } } };
    for (const text of ['Rahim\nUddin', 'Rahim\u2028Uddin', 'Rahim\u0007'])
      expect(
        await identity.post('/v1/accounts:update', { idToken: honest.idToken, [field]: text }),
      ).toMatchObject(refused);
    const person = {
      email: `${randomUUID()}@example.com`,
      password: 'correct horse 1',
      displayName: 'Rahim\nUddin',
    };
    expect(await identity.post('/v1/accounts:signUp', person)).toMatchObject(refused);
  },
);

test('a displayName that cannot be seen is refused, at sign-up and in a change; joiners in words are not', async () => {
  const refused = {
    status: 400,
    body: { error: { message: 'INVALID_ARGUMENT : displayName has no visible characters' } },
  };
  const change = (displayName: string) =>
    identity.post('/v1/accounts:update', { idToken: honest.idToken, displayName });
  const join = (displayName: string) =>
    identity.post('/v1/accounts:signUp', {
      email: `${randomUUID()}@example.com`,
      password: 'correct horse 1',
      displayName,
    });
  for (const name of [' ', '\u3164\u3164', '\u200b', '\u2800', '\u0301']) {
    expect(await change(name)).toMatchObject(refused);
    expect(await join(name)).toMatchObject(refused);
  }
  for (const name of ['র\u200d্যাব', 'می\u200cخواهم', '']) {
    expect(await change(name)).toMatchObject({ status: 200 });
    expect(await join(name)).toMatchObject({ status: 200 });
  }
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '\0', '\ud800', 'a'.repeat(5000), '__proto__', '%00', "' or 1=1 --"),
  fc.jsonValue({ maxDepth: 2 }),
);
const fields = [
  ...[
    'email',
    'password',
    'idToken',
    'displayName',
    'photoUrl',
    'oobCode',
    'newPassword',
    'newEmail',
    'localId',
  ],
  ...['requestType', 'continueUrl', 'grant_type', 'refresh_token', 'identifier', 'continueUri', 'sessionId'],
  ...['phoneNumber', 'sessionInfo', 'code', 'temporaryProof', 'operation', 'recaptchaToken'],
  ...['mfaPendingCredential', 'mfaEnrollmentId', 'phoneEnrollmentInfo', 'totpEnrollmentInfo'],
  ...['phoneVerificationInfo', 'totpVerificationInfo'],
  ...['requestUri', 'postBody', 'pendingToken', 'returnIdpCredential', 'autoCreate'],
  ...['deleteAttribute', 'deleteProvider', 'targetProjectId', '__proto__'],
];
const body = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fields), hostile, { maxKeys: 6 }),
    fc.subarray(['email', 'password', 'idToken', 'refresh_token']),
    fc.option(fc.constantFrom('PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'EMAIL_SIGNIN')),
  )
  .map(([sent, kept, requestType]) => {
    const chosen = Object.fromEntries(kept.map((name) => [name, honest[name]]));
    return { grant_type: 'refresh_token', ...sent, ...chosen, ...(requestType && { requestType }) };
  });

const headers = [
  { alg: 'none' },
  { alg: 'ES256' },
  { alg: 'ES256', kid: 7 },
  { alg: 'ES256', kid: 'x', crit: ['exp'], exp: 1 },
  { alg: 'ES256', b64: false, crit: ['b64'] },
  { alg: 'HS256', kid: '__proto__' },
  { alg: 'dir', enc: 'A256GCM' },
];

for (const path of paths) {
  test(`${path} never fails on what it is sent`, async () => {
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const { status } = await identity.post(path, sent, { bearer: identity.adminToken });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 60 },
    );
  });

  test(`${path} never fails on bytes that are no JSON`, async () => {
    const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', '');
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), types, async (bytes, type) => {
        const response = await identity.app.request(`${path}?key=${identity.apiKey}`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: new Uint8Array(bytes),
        });
        expect(response.status).toBeLessThan(500);
        await response.json();
      }),
      { numRuns: 40 },
    );
  });
}

test('the character 0 in any field of any call is no failure', async () => {
  for (const path of paths) {
    for (const name of fields) {
      const { email, password, ...tokens } = honest;
      for (const base of [tokens, { email, password, requestType: 'PASSWORD_RESET' }]) {
        const sent = { ...base, [name]: 'a\0b' };
        const { status } = await identity.post(path, sent, { bearer: identity.adminToken });
        expect(status, `${path} ${name}`).toBeLessThan(500);
      }
    }
  }
});

test('whatever looks like a token is refused as one', async () => {
  const part = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(...headers));
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signature = fc.uint8Array({ minLength: 64, maxLength: 64 });
  await fc.assert(
    fc.asyncProperty(part, part, signature, async (header, payload, bytes) => {
      const idToken = [encode(header), encode(payload), Buffer.from(bytes).toString('base64url')].join('.');
      const { status, body } = await identity.post('/v1/accounts:lookup', { idToken });
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { error: { message: 'INVALID_ID_TOKEN' } },
      });
    }),
    { numRuns: 200 },
  );
});
