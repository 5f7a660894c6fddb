import * as firebase from '@firebase/auth';
import { expect, it } from 'vitest';
import { minutes } from '#platform/time.ts';
import { openSdk } from '../testing/sdk.ts';
import { email, onBoth, other, succeeded } from '../testing/test-identity.ts';

/** These cases were found by running the test suites of Firebase's SDKs against this provider. */
onBoth((_open, test) => {
  test('[IDP-08] the iOS SDK refreshes with camel-case names', async (idp) => {
    const { refreshToken } = await idp.signUp();
    const response = await idp.post('token', { grantType: 'refresh_token', refreshToken });
    expect(response).toMatchObject(succeeded);
    expect(response.body.refresh_token).not.toBe(refreshToken);
  });

  test('[IDP-09] accepts the API key in a header', async (idp) => {
    const lookUp = (key: string) => idp.app.request('/v1/projects', { headers: { 'x-goog-api-key': key } });
    expect((await lookUp(idp.apiKey)).status).toBe(200);
    expect((await lookUp('wrong')).status).toBe(400);
  });

  test('[IDP-05] [IDP-06] the Android SDK sends enums as numbers', async (idp) => {
    const { idToken } = await idp.signUp(email, { displayName: 'Rahim' });
    expect(await idp.post('sendOobCode', { requestType: 1, email })).toMatchObject(succeeded);
    expect(await idp.emailSubjects()).toEqual(['Reset your Blood Buddies password']);
    expect(await idp.ok('update', { idToken, deleteAttribute: [2] })).not.toHaveProperty('displayName');
    for (const requestType of [2, 99, -1, 1.5])
      expect(await idp.post('sendOobCode', { requestType, email })).toMatchObject({ status: 400 });
  });

  test('[IDP-06] lists the methods of a linked Google address', async (idp) => {
    const { idToken } = await idp.signUp();
    await idp.signInWithGoogle({ sub: '21', email: other, email_verified: true }, { idToken });
    const request = { identifier: other, continueUri: 'http://localhost/' };
    const signinMethods = ['password', 'google.com'];
    expect(await idp.ok('createAuthUri', request)).toMatchObject({ registered: true, signinMethods });
  });

  test('[IDP-06] the lookup has the last refresh and the first address', async (idp) => {
    const { idToken, refreshToken } = await idp.signUp();
    const first = await idp.lookUp(idToken);
    expect(first).toMatchObject({ lastRefreshAt: new Date(idp.now()).toISOString() });
    expect(first).not.toHaveProperty('initialEmail');
    idp.advanceClock(minutes(1));
    const { id_token } = (await idp.refresh(refreshToken)).body;
    expect(await idp.lookUp(id_token)).toMatchObject({ lastRefreshAt: new Date(idp.now()).toISOString() });
    let token = id_token;
    for (const address of [other, 'third@example.com'])
      token = (await idp.ok('update', { idToken: token, email: address })).idToken;
    expect(await idp.lookUp(token)).toMatchObject({ email: 'third@example.com', initialEmail: email });
  });
});

it.each([
  [6, false],
  [8, true],
])('[IDP-09] the SDK validates a password of at least %i characters', async (minimum, strict) => {
  await using sdk = await openSdk({ settings: { strict } });
  const validate = (length: number) => firebase.validatePassword(sdk.auth, 'k'.repeat(length));
  expect(await validate(minimum)).toMatchObject({ isValid: true });
  expect(await validate(minimum - 1)).toMatchObject({ isValid: false, meetsMinPasswordLength: false });
});
