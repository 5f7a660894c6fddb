import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPostgres } from '#platform/testing/databases.ts';
import { endpoints } from './protocol.ts';
import { identityMigrations } from './schema/migrations.ts';
import { createTestIdentity, password, type TestIdentity } from './testing/test-identity.ts';
import { extractState } from './testing/visitor.ts';

const paths = endpoints.filter(({ method }) => method === 'POST').map(({ path }) => path);

let idp: TestIdentity;
let validFields: Record<string, unknown>;
const newCredentials = () => ({ email: `${randomUUID()}@example.com`, password });

// PostgreSQL is stricter than SQLite about characters in text.
const open = () => openPostgres([identityMigrations]);
beforeAll(async () => {
  idp = await createTestIdentity({ open, limitScale: 1000 });
});
beforeEach(async () => {
  const account = newCredentials();
  const { idToken, refreshToken } = await idp.ok('signUp', account);
  validFields = { ...account, idToken, refresh_token: refreshToken };
});
afterAll(() => idp[Symbol.asyncDispose]());

test.each(['email', 'password', 'displayName'])('rejects a lone surrogate and a NUL in %s', async (field) => {
  for (const character of ['\ud800', '\0']) {
    const account = { ...newCredentials(), [field]: `correct${character}@example.com` };
    await idp.expectError(/^INVALID_ARGUMENT/, 'signUp', account);
  }
});

test.each(['displayName', 'photoUrl'])('rejects a line break in %s at sign-up and update', async (field) => {
  for (const text of ['Rahim\nUddin', 'Rahim\u2028Uddin', 'Rahim\u0007'])
    await idp.expectError(/^INVALID_ARGUMENT/, 'update', { idToken: validFields.idToken, [field]: text });
  await idp.expectError(/^INVALID_ARGUMENT/, 'signUp', { ...newCredentials(), [field]: 'Rahim\nUddin' });
});

test('rejects an invisible displayName at sign-up and update, but accepts joiners within words', async () => {
  const { idToken } = validFields;
  const invisible = 'INVALID_ARGUMENT : displayName has no visible characters';
  for (const displayName of [' ', '\u3164\u3164', '\u200b', '\u2800', '\u0301']) {
    await idp.expectError(invisible, 'update', { idToken, displayName });
    await idp.expectError(invisible, 'signUp', { ...newCredentials(), displayName });
  }
  for (const displayName of ['র\u200d্যাব', 'می\u200cخواهم', '']) {
    await idp.ok('update', { idToken, displayName });
    await idp.ok('signUp', { ...newCredentials(), displayName });
  }
});

const hostileValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', '\0', '\ud800', 'a'.repeat(5000), '__proto__', '%00', "' or 1=1 --"),
  fc.jsonValue({ maxDepth: 2 }),
);
const fields = [
  ...['email', 'password', 'idToken', 'displayName', 'photoUrl', 'oobCode', 'newPassword', 'newEmail'],
  ...['localId', 'removeOtherMethods', 'token', 'credential', 'passkeyId', 'lostPasskeys', 'ownDevice'],
  ...['requestType', 'continueUrl', 'grant_type', 'refresh_token', 'identifier', 'continueUri', 'sessionId'],
  ...['phoneNumber', 'sessionInfo', 'code', 'temporaryProof', 'operation', 'recaptchaToken'],
  ...['mfaPendingCredential', 'mfaEnrollmentId', 'phoneEnrollmentInfo', 'totpEnrollmentInfo'],
  ...['phoneVerificationInfo', 'totpVerificationInfo'],
  ...['requestUri', 'postBody', 'pendingToken', 'returnIdpCredential', 'autoCreate'],
  ...['deleteAttribute', 'deleteProvider', 'targetProjectId', '__proto__'],
];
const body = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...fields), hostileValue, { maxKeys: 6 }),
    fc.subarray(['email', 'password', 'idToken', 'refresh_token']),
    fc.option(fc.constantFrom('PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'EMAIL_SIGNIN')),
  )
  .map(([sent, includedNames, requestType]) => {
    const chosen = Object.fromEntries(includedNames.map((name) => [name, validFields[name]]));
    return { grant_type: 'refresh_token', ...sent, ...chosen, ...(requestType && { requestType }) };
  });

test.each(paths)('%s never returns 5xx for any fields or bytes', async (path) => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const { status } = await idp.post(path, sent);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
  const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', '');
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), types, async (bytes, type) => {
      const response = await idp.app.request(`${path}?key=${idp.apiKey}`, {
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

test('a NUL character in any field never returns 5xx', async () => {
  for (const path of paths) {
    for (const name of fields) {
      const { email, password, ...tokens } = validFields;
      for (const base of [tokens, { email, password, requestType: 'PASSWORD_RESET' }]) {
        const sent = { ...base, [name]: 'a\0b' };
        const { status } = await idp.post(path, sent);
        expect(status, `${path} ${name}`).toBeLessThan(500);
      }
    }
  }
});

describe('second factors', () => {
  let member: Record<string, string>;
  beforeAll(async () => {
    const { idToken } = await idp.enrollApp((await idp.signUpVerified()).idToken);
    const { ids } = await idp.beginSignIn();
    member = { idToken, mfaEnrollmentId: ids[0] ?? '', displayName: 'My phone' };
  });

  const digits = fc.constantFrom('+880'.repeat(2000), '٣٤٥٦٧٨', '+8801712345678', '123456');
  const value = fc.oneof(hostileValue, digits);
  const factorFields = { phoneNumber: value, sessionInfo: value, code: value, verificationCode: value };
  const factorInfo = fc.oneof(fc.record(factorFields, { requiredKeys: [] }), value);
  const nested = [
    'phoneEnrollmentInfo',
    'totpEnrollmentInfo',
    'phoneVerificationInfo',
    'totpVerificationInfo',
  ];
  const nestedFields = [...nested, 'phoneSignInInfo'].map((name) => [name, factorInfo] as const);
  const parts = fc.record(
    { ...Object.fromEntries(nestedFields), mfaEnrollmentId: value, displayName: value },
    { requiredKeys: [] },
  );

  test.each(paths.filter((path) => path.includes('mfa')))(
    '%s never returns 5xx or tokens for any nested fields',
    async (path) => {
      await fc.assert(
        fc.asyncProperty(parts, async (sent) => {
          const { mfaEnrollmentId, ...rest } = member;
          const { credential } = await idp.beginSignIn();
          const factor = path.includes('mfaSignIn') ? { mfaEnrollmentId } : {};
          const pending = { ...rest, ...factor, mfaPendingCredential: credential };
          const response = await idp.post(path, { ...pending, ...sent });
          expect(response.status).toBeLessThan(500);
          expect(response.body).not.toHaveProperty('refreshToken');
        }),
        { numRuns: 40 },
      );
      expect(await idp.lookUp(member.idToken)).toMatchObject({ mfaInfo: [{ totpInfo: {} }] });
    },
  );
});

describe('the Google sign-in pages', () => {
  const names = 'flow mode state code error iss person email name cancel verified'.split(' ');
  const odd = fc.constantFrom('', '\0', '\ud800', '0', '-1', '9', 'redirect', 'a@b.co', '"><script>');
  const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), odd, fc.constant('a'.repeat(5000)));
  const parameters = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
  const callback = '/oauth/google/callback';
  let builtInProvider: TestIdentity;
  beforeAll(async () => {
    builtInProvider = await createTestIdentity({ open, limitScale: 1000, google: 'built-in' });
  });
  afterAll(() => builtInProvider[Symbol.asyncDispose]());

  /** Expects a page that escapes the input. */
  async function expectPage(response: Response): Promise<void> {
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).not.toContain('"><script>');
  }

  test('respond with a page to any query parameters', async () => {
    await fc.assert(
      fc.asyncProperty(parameters, fc.constantFrom('start', 'callback'), async (sent, page) => {
        const query = new URLSearchParams(sent);
        await expectPage(await builtInProvider.app.request(`/oauth/google/${page}?${query}`));
        await expectPage(await idp.app.request(`${callback}?${query}`));
      }),
      { numRuns: 150 },
    );
  });

  test('respond with a page to any form, with and without an attempt, and to foreign cookies', async () => {
    const form = fc.oneof(parameters, fc.uint8Array({ maxLength: 200 }));
    const text = fc.string({ maxLength: 100 }).map(encodeURIComponent);
    await fc.assert(
      fc.asyncProperty(form, fc.boolean(), text, async (sent, own, name) => {
        const startResponse = await builtInProvider.app.request('/oauth/google/start?mode=redirect');
        const state = extractState(await startResponse.text());
        const ownCookies = startResponse.headers.getSetCookie().map((line) => line.split(';')[0]);
        const cookie = [...ownCookies, `google-${name}=${name}`, 'google-0123456789abcdef=x.y'].join('; ');
        const isForm = !(sent instanceof Uint8Array);
        const body = isForm ? new URLSearchParams({ ...sent, ...(own && { state }) }) : new Uint8Array(sent);
        const request = { method: 'POST', headers: { cookie }, body };
        await expectPage(await builtInProvider.app.request(callback, request));
      }),
      { numRuns: 160 },
    );
  });
});
