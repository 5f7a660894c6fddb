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
  '/v1/token',
  '/v1/projects/blood-buddies/accounts:delete',
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
