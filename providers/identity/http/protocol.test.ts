import { Hono } from 'hono';
import { expect, it } from 'vitest';
import {
  createTestIdentity,
  email,
  person,
  phoneNumber,
  type TestIdentity,
  test,
} from '../testing/test-identity.ts';
import { createOverloadBody } from './errors.ts';

async function call(idp: TestIdentity, path: string, init: RequestInit = {}) {
  const response = await idp.app.request(path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const foreignProject = 'Only authenticated requests can specify target_project_id.';
const linkRequest = { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost:3000/login' };

const shape = (code: number, message: unknown = expect.any(String)) => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'global', reason: expect.any(String) }] } },
});

test('[IDP-09] requires the API key in the query and rejects any other', async (idp) => {
  const none = await idp.post('signUp', {}, { key: '' });
  expect(none).toMatchObject(shape(403));
  expect(none.body).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
  const wrong = await idp.post('signUp', {}, { key: 'wrong' });
  expect(wrong).toMatchObject(shape(400, 'API key not valid. Please pass a valid API key.'));
  expect(wrong.body).toMatchObject({ error: { errors: [{ reason: 'API_KEY_INVALID' }] } });
  expect(await call(idp, '/v1/projects')).toMatchObject(shape(403));
  expect(idp.apiKey).not.toContain(':');
});

test('reports unknown paths, wrong methods and invalid bodies in the format of the protocol', async (idp) => {
  const key = `?key=${idp.apiKey}`;
  expect(await idp.post('nothing', {})).toMatchObject(shape(404));
  expect(await idp.post('/', {})).toMatchObject(shape(404));
  const wrongMethod = await call(idp, `/v1/accounts:signUp${key}`);
  expect(wrongMethod).toMatchObject(shape(405));
  expect(wrongMethod.headers.get('allow')).toBe('POST');
  const deletion = await call(idp, `/v1/projects${key}`, { method: 'DELETE' });
  expect(deletion.headers.get('allow')).toBe('GET, HEAD');
  const post = (body: string) => call(idp, `/v1/accounts:signUp${key}`, { method: 'POST', body });
  for (const unreadable of ['{', '[]', 'null', '"text"', '7', '\u0000']) {
    expect(await post(unreadable)).toMatchObject(shape(400, 'Invalid JSON payload received.'));
  }
  expect(await post(JSON.stringify({ email: 'a'.repeat(70_000) }))).toMatchObject(shape(413));
  expect(await post('')).toMatchObject(shape(400, 'ADMIN_ONLY_OPERATION'));
});

test('responds to unknown paths itself when it is mounted in an app', async (idp) => {
  const app = new Hono().route('/identity', idp.app).notFound((c) => c.text('the app', 404));
  const response = await app.request('/identity/v9/nothing');
  expect(await response.json()).toMatchObject(shape(404).body);
  const signIn = await app.request('/identity/v1/accounts:signInWithPassword', { method: 'POST' });
  expect(await signIn.json()).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
});

test('responds to internal errors with a 500 without message, and without an error key on lookup', async () => {
  const idp = await createTestIdentity();
  const { idToken, refreshToken } = await idp.signUp();
  await idp[Symbol.asyncDispose]();
  expect(await idp.refresh(refreshToken)).toMatchObject(shape(500, 'INTERNAL_ERROR'));
  const lookup = await idp.post('lookup', { idToken });
  expect(lookup).toMatchObject({ status: 503, body: { retryAfter: 10 } });
  expect(Object.keys(lookup.body)).toEqual(['retryAfter']);
  const [, ...rest] = idToken.split('.');
  const renamed = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'not known yet' })).toString('base64url');
  const byNewKey = { idToken: [renamed, ...rest].join('.') };
  expect(await idp.post('lookup', byNewKey)).toMatchObject({ status: 503 });
});

test('[IDP-06] does not require reCAPTCHA and lists the authorized domains', async () => {
  await using idp = await createTestIdentity({ publicUrl: 'https://blood.example:8443' });
  const key = `?key=${idp.apiKey}`;
  expect((await call(idp, `/v2/recaptchaConfig${key}`)).body).toEqual({ recaptchaEnforcementState: [] });
  const projects = { projectId: 'blood-buddies', authorizedDomains: ['blood.example'] };
  expect((await call(idp, `/v1/projects${key}`)).body).toEqual(projects);
  expect(idp).toMatchObject({
    authDomain: 'blood.example',
    issuer: 'https://blood.example:8443/identity/blood-buddies',
  });
});

it.each([
  ['update', { displayName: 'Nobody' }, 'INVALID_REQ_TYPE : Unsupported request parameters.'],
  ['update', { idToken: 'x', disableUser: true }, 'OPERATION_NOT_ALLOWED'],
  ['signUp', { email: '' }, 'INVALID_EMAIL'],
  ['signUp', { email: '', password: '' }, 'INVALID_EMAIL'],
  ['token', { grant_type: 'password', refresh_token: 'x' }, 'INVALID_GRANT_TYPE'],
  ['createAuthUri', { identifier: 'a@b.example', continueUri: '/here' }, 'INVALID_CONTINUE_URI'],
  ['signUp', { ...person, targetProjectId: 'another' }, `INSUFFICIENT_PERMISSION : ${foreignProject}`],
  ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL' }, 'MISSING_NEW_EMAIL'],
  ['sendOobCode', { ...linkRequest, email: '' }, 'MISSING_EMAIL'],
  ['sendOobCode', { ...linkRequest, email: 'rahim' }, 'INVALID_EMAIL'],
  ['sendOobCode', { ...linkRequest, continueUrl: undefined }, 'MISSING_CONTINUE_URI'],
  ['signInWithEmailLink', { email, oobCode: 'no such code' }, 'INVALID_OOB_CODE'],
  ['confirmEmail', { oobCode: 'no such code' }, 'INVALID_OOB_CODE'],
  ['confirmEmail', {}, 'MISSING_OOB_CODE'],
  ['signInWithPhoneNumber', {}, 'MISSING_SESSION_INFO'],
  ['signInWithPhoneNumber', { sessionInfo: 'x' }, 'MISSING_CODE'],
  ['signInWithPhoneNumber', { temporaryProof: 'x' }, 'MISSING_PHONE_NUMBER'],
  ['signInWithPhoneNumber', { temporaryProof: 'x', phoneNumber }, 'INVALID_TEMPORARY_PROOF'],
  [
    'signInWithPhoneNumber',
    { temporaryProof: 'x', phoneNumber: 'x' },
    'INVALID_PHONE_NUMBER : Invalid format.',
  ],
  ['signInWithCustomToken', {}, 'MISSING_CUSTOM_TOKEN'],
  ...['listSessions', 'endSession', 'endOtherSessions'].flatMap((call) => [
    [call, {}, 'MISSING_ID_TOKEN'] as const,
    [call, { idToken: 'a.b.c' }, 'INVALID_ID_TOKEN'] as const,
  ]),
  // Google and passwords are switched off, so the call fails before it reads the code.
  ['signInWithIdp', {}, 'OPERATION_NOT_ALLOWED', { google: 'off' as const }],
  ['resetPassword', { oobCode: 'any' }, 'PASSWORD_LOGIN_DISABLED', { settings: { password: false } }],
] as const)('[IDP-12] %s with %j returns its own error code', async (name, body, code, options?: object) => {
  await using idp = await createTestIdentity({ settings: { anonymous: true }, ...options });
  expect(await idp.post(name, body)).toMatchObject(shape(400, code));
  expect(await idp.sentEmails()).toEqual([]);
});

test('[IDP-06] returns a changed address as newEmail; the same address changes nothing', async (idp) => {
  const { idToken, email } = await idp.signUp();
  const same = await idp.ok('update', { idToken, email: 'RAHIM@example.com' });
  expect(same).toMatchObject({ email });
  for (const name of ['idToken', 'newEmail']) expect(same).not.toHaveProperty(name);
  const newEmail = 'new@example.com';
  expect(await idp.ok('update', { idToken, email: newEmail })).toMatchObject({ email: newEmail, newEmail });
});

test('[IDP-08] limits a session to 120 refreshes per hour', async () => {
  // The scale allows six.
  await using idp = await createTestIdentity({ limitScale: 0.05 });
  let refreshToken: unknown = (await idp.signUp()).refreshToken;
  for (let time = 0; time < 6; time++) refreshToken = (await idp.refresh(refreshToken)).body.refresh_token;
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
  await idp.expectError('TOO_MANY_ATTEMPTS_TRY_LATER', 'token', refresh);
});

test('the overload response of the app has the format of the protocol, without an error key on lookup', () => {
  expect(createOverloadBody('/identity/v1/accounts:lookup', 3)).toEqual({ retryAfter: 3 });
  expect(createOverloadBody('/identity/v1/accounts:signInWithPassword', 3)).toMatchObject({
    error: { code: 503, message: 'UNAVAILABLE', status: 'UNAVAILABLE' },
  });
});
