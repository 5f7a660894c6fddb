import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { minutes } from '#platform/time.ts';
import { googleIdToken, ownGoogleSetting, type TestClaims } from '../testing/google-issuer.ts';
import { createTestIdentity, errorResponse, password, succeeded, test } from '../testing/test-identity.ts';
import { nonceClaim } from './attempt.ts';

const email = 'rahima@example.com';
const google = { sub: '21', email, email_verified: true, name: 'Rahima Khatun' };
const invalidTokenError = errorResponse(
  'INVALID_IDP_RESPONSE : The ID token is not one of Google for this site',
);

test('[IDP-03] accepts a token with a nonce claim only together with that nonce', async (idp) => {
  const nonce = randomUUID();
  const claims = { ...google, nonce: nonceClaim(nonce) };
  const invalid = errorResponse('MISSING_OR_INVALID_NONCE');
  for (const wrongNonce of [undefined, 'another', nonceClaim(nonce)]) {
    expect(await idp.signInWithGoogle(claims, { nonce: wrongNonce })).toMatchObject(invalid);
  }
  expect(await idp.signInWithGoogle(google, { nonce })).toMatchObject(invalid);
  expect(await idp.signInWithGoogle(claims, { nonce })).toMatchObject(succeeded);
});

it.for([
  ['another audience', { $aud: 'another-client' }],
  ['expired', { $expired: true }],
  ['no subject', { sub: '' }],
] as [string, TestClaims][])('[IDP-03] rejects a token: %s', async ([, changes]) => {
  await using idp = await createTestIdentity();
  expect(await idp.signInWithGoogle({ ...google, ...changes })).toMatchObject(invalidTokenError);
});

test('[IDP-03] accepts a token repeatedly for 10 minutes, so that a client can link it, then rejects it', async (idp) => {
  const iat = Math.floor(idp.now() / 1000);
  const sent = { ...google, iat, exp: iat + 3600 };
  expect(await idp.signInWithGoogle(sent)).toMatchObject(succeeded);
  idp.advanceClock(iat * 1000 + minutes(10) - idp.now());
  expect(await idp.signInWithGoogle(sent)).toMatchObject(succeeded);
  idp.advanceClock(1000);
  expect(await idp.signInWithGoogle(sent)).toMatchObject(invalidTokenError);
});

it.each([
  ['gmail.com', { email: 'rahima@gmail.com' }, true],
  ['gmail.com in another case', { email: 'Rahima@Gmail.com' }, true],
  ['a domain that Google hosts', { email, hd: 'example.com' }, true],
  ['any other domain', { email }, false],
  ['an empty hosted domain', { email, hd: '' }, false],
  ['a domain that ends like gmail.com', { email: 'rahima@notgmail.com' }, false],
  ['a domain that begins with gmail.com', { email: 'rahima@gmail.com.example.org' }, false],
])(
  '[IDP-03] trusts email_verified only if Google is the authority for the address: %s',
  async (_what, claims, isVerified) => {
    await using idp = await createTestIdentity({ google: ownGoogleSetting });
    const token = { ...google, ...claims, $iss: 'https://accounts.google.com' };
    const newcomer = await idp.signInWithGoogle({ ...token, sub: '22', email: `new-${claims.email}` });
    expect(newcomer.body).toMatchObject({ isNewUser: true, emailVerified: isVerified });
    expect(decodeJwt(newcomer.body.idToken)).toMatchObject({ email_verified: isVerified });
    const { localId } = await idp.signUp(claims.email);
    const { body } = await idp.signInWithGoogle(token);
    expect(body).toMatchObject(
      isVerified ? { emailVerified: true } : { needConfirmation: true, emailVerified: false, localId },
    );
    const signIn = await idp.post('signInWithPassword', { email: claims.email, password });
    expect(signIn.status).toBe(isVerified ? 400 : 200);
  },
);

test('[IDP-03] reads the parameters from query and fragment, and reports missing and unsupported ones', async (idp) => {
  const id_token = await googleIdToken(google, idp.now());
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const requestUri = 'http://localhost:3000';
  const all = form({ id_token, providerId: 'google.com' });
  const call = 'signInWithIdp';
  await idp.ok(call, { requestUri: `${requestUri}?${all}` });
  await idp.ok(call, { requestUri: `${requestUri}#${all}` });
  await idp.expectError('MISSING_REQUEST_URI', call, { postBody: all });
  for (const [fields, message] of [
    [{ id_token }, /^INVALID_CREDENTIAL_OR_PROVIDER_ID/],
    [{ id_token, providerId: 'facebook.com' }, 'OPERATION_NOT_ALLOWED'],
    [{ access_token: 'x', providerId: 'google.com' }, 'INVALID_IDP_RESPONSE : id_token is missing'],
  ] as [Record<string, string>, string | RegExp][]) {
    await idp.expectError(message, call, { requestUri, postBody: form(fields) });
  }
});

test('[IDP-03] returns the Google profile in the fields of the protocol', async (idp) => {
  const picture = 'https://example.com/r.png';
  const names = { given_name: 'Rahima', family_name: 'Khatun', picture };
  const { body } = await idp.signInWithGoogle({ ...google, email: 'Rahima@Example.com', ...names });
  expect(body).toMatchObject({
    kind: 'identitytoolkit#VerifyAssertionResponse',
    email,
    fullName: 'Rahima Khatun',
    firstName: 'Rahima',
    lastName: 'Khatun',
    photoUrl: picture,
  });
  const granted_scopes = expect.stringContaining('userinfo.email');
  const user = JSON.parse(String(body.rawUserInfo));
  expect(user).toMatchObject({ id: '21', email, verified_email: true, granted_scopes });
});
