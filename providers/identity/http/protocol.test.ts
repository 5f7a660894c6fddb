import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';
import { overloadBody } from './errors.ts';

async function call(identity: TestIdentity, path: string, init: RequestInit = {}) {
  const response = await identity.app.request(path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const shape = (code: number, message: unknown = expect.any(String)) => ({
  status: code,
  body: { error: { code, message, errors: [{ message, domain: 'global', reason: expect.any(String) }] } },
});

test('[IDP-09] the API key is asked for in the query, and another one is refused', async () => {
  await using identity = await openIdentity();
  const none = await identity.post('/v1/accounts:signUp', {}, { key: '' });
  expect(none).toMatchObject(shape(403));
  expect(none.body).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
  const wrong = await identity.post('/v1/accounts:signUp', {}, { key: 'wrong' });
  expect(wrong).toMatchObject(shape(400, 'API key not valid. Please pass a valid API key.'));
  expect(wrong.body).toMatchObject({ error: { errors: [{ reason: 'API_KEY_INVALID' }] } });
  expect(await call(identity, '/v1/projects')).toMatchObject(shape(403));
  expect(identity.apiKey).not.toContain(':');
});

test('what is not there, and what is asked the wrong way, is told in the shape of the protocol', async () => {
  await using identity = await openIdentity();
  const key = `?key=${identity.apiKey}`;
  expect(await identity.post('/v1/accounts:nothing', {})).toMatchObject(shape(404));
  expect(await identity.post('/', {})).toMatchObject(shape(404));
  const wrongMethod = await call(identity, `/v1/accounts:signUp${key}`);
  expect(wrongMethod).toMatchObject(shape(405));
  expect(wrongMethod.headers.get('allow')).toBe('POST');
  const deletion = await call(identity, `/v1/projects${key}`, { method: 'DELETE' });
  expect(deletion.headers.get('allow')).toBe('GET, HEAD');
  const post = (body: string) => call(identity, `/v1/accounts:signUp${key}`, { method: 'POST', body });
  for (const unreadable of ['{', '[]', 'null', '"text"', '7', '\u0000']) {
    expect(await post(unreadable)).toMatchObject(shape(400, 'Invalid JSON payload received.'));
  }
  expect(await post(JSON.stringify({ email: 'a'.repeat(70_000) }))).toMatchObject(shape(413));
  expect(await post('')).toMatchObject(shape(400, 'ADMIN_ONLY_OPERATION'));
});

test('mounted in a house, unknown addresses are still answered by the provider', async () => {
  await using identity = await openIdentity();
  const house = new Hono().route('/identity', identity.app).notFound((c) => c.text('the house', 404));
  const response = await house.request('/identity/v9/nothing');
  expect(await response.json()).toMatchObject(shape(404).body);
  const signIn = await house.request('/identity/v1/accounts:signInWithPassword', { method: 'POST' });
  expect(await signIn.json()).toMatchObject({ error: { status: 'PERMISSION_DENIED' } });
});

test('[IDP-12] a way in that is switched off is told as such', async () => {
  await using identity = await openIdentity({ google: 'off' });
  expect(await identity.post('/v1/accounts:signInWithIdp', {})).toMatchObject(
    shape(400, 'OPERATION_NOT_ALLOWED'),
  );
});

test('a failure inside is a 500 without its message, and without an error key on lookup', async () => {
  const identity = await openIdentity();
  const { body } = await identity.post('/v1/accounts:signUp', { email: 'a@example.com', password: 'abcdef' });
  await identity[Symbol.asyncDispose]();
  const refresh = { grant_type: 'refresh_token', refresh_token: body.refreshToken };
  expect(await identity.post('/v1/token', refresh)).toMatchObject(shape(500, 'INTERNAL_ERROR'));
  const lookup = await identity.post('/v1/accounts:lookup', { idToken: body.idToken });
  expect(lookup).toMatchObject({ status: 503, body: { retryAfter: 10 } });
  expect(Object.keys(lookup.body)).toEqual(['retryAfter']);
  const [, ...rest] = String(body.idToken).split('.');
  const renamed = Buffer.from(JSON.stringify({ alg: 'ES256', kid: 'not known yet' })).toString('base64url');
  const byNewKey = { idToken: [renamed, ...rest].join('.') };
  expect(await identity.post('/v1/accounts:lookup', byNewKey)).toMatchObject({ status: 503 });
});

test('[IDP-06] recaptcha is not asked for, and the site names its domains', async () => {
  await using identity = await openIdentity({ publicUrl: 'https://blood.example:8443' });
  const key = `?key=${identity.apiKey}`;
  expect((await call(identity, `/v2/recaptchaConfig${key}`)).body).toEqual({ recaptchaEnforcementState: [] });
  expect((await call(identity, `/v1/projects${key}`)).body).toEqual({
    projectId: 'blood-buddies',
    authorizedDomains: ['blood.example'],
  });
  expect(identity).toMatchObject({
    authDomain: 'blood.example',
    issuer: 'https://blood.example:8443/identity/blood-buddies',
    jwksUrl: 'https://blood.example:8443/identity/.well-known/jwks.json',
  });
});

const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const person = { email: 'rahim@example.com', password: 'correct horse 1' };

test.each([
  ['accounts:update', { displayName: 'Nobody' }, 'INVALID_REQ_TYPE : Unsupported request parameters.'],
  ['accounts:update', { idToken: 'x', disableUser: true }, 'OPERATION_NOT_ALLOWED'],
  ['accounts:signUp', { email: '' }, 'INVALID_EMAIL'],
  ['accounts:signUp', { email: '', password: '' }, 'INVALID_EMAIL'],
  ['accounts:createAuthUri', { identifier: 'a@b.example', continueUri: '/here' }, 'INVALID_CONTINUE_URI'],
] as const)('[IDP-12] %s with %j is refused by its own code', async (path, body, code) => {
  await using identity = await openIdentity({ settings: { anonymous: true } });
  expect(await identity.post(`/v1/${path}`, body)).toMatchObject(refusal(code));
});

test('[IDP-12] without passwords a reset is refused before its code is looked at', async () => {
  await using identity = await openIdentity({ settings: { password: false } });
  expect(await identity.post('/v1/accounts:resetPassword', { oobCode: 'any' })).toMatchObject(
    refusal('PASSWORD_LOGIN_DISABLED'),
  );
});

test('[IDP-06] another address is told as newEmail; the same one changes nothing', async () => {
  await using identity = await openIdentity();
  const { idToken } = (await identity.post('/v1/accounts:signUp', person)).body;
  const same = await identity.post('/v1/accounts:update', { idToken, email: 'RAHIM@example.com' });
  expect(same).toMatchObject({ status: 200, body: { email: person.email } });
  expect(same.body).not.toHaveProperty('idToken');
  expect(same.body).not.toHaveProperty('newEmail');
  const other = await identity.post('/v1/accounts:update', { idToken, email: 'new@example.com' });
  expect(other).toMatchObject({
    status: 200,
    body: { email: 'new@example.com', newEmail: 'new@example.com' },
  });
});

test('[IDP-08] a session gets new tokens 120 times an hour', async () => {
  await using identity = await openIdentity();
  let { refreshToken } = (await identity.post('/v1/accounts:signUp', person)).body;
  const refresh = () =>
    identity.post('/v1/token', { grant_type: 'refresh_token', refresh_token: refreshToken });
  for (let time = 0; time < 120; time++) refreshToken = (await refresh()).body.refresh_token;
  expect(await refresh()).toMatchObject(refusal('TOO_MANY_ATTEMPTS_TRY_LATER'));
});

test('overload that the house tells in its place signs nobody out and has its shape', () => {
  expect(overloadBody('/identity/v1/accounts:lookup', 3)).toEqual({ retryAfter: 3 });
  expect(overloadBody('/identity/v1/accounts:signInWithPassword', 3)).toMatchObject({
    error: { code: 503, message: 'UNAVAILABLE', status: 'UNAVAILABLE' },
  });
});
