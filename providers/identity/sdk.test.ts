import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as firebase from '@firebase/auth';
import { expect } from 'vitest';
import { freePort } from '#platform/testing/ports.ts';
import { minutes } from '#platform/time.ts';
import { disableUser } from './administration.ts';
import { administer } from './testing/administer.ts';
import { expectError, openSdk, type Sdk, test } from './testing/sdk.ts';
import { email, extractCode, extractLink, password } from './testing/test-identity.ts';

const { signInWithEmailAndPassword } = firebase;

const signUp = async ({ auth }: Sdk) =>
  (await firebase.createUserWithEmailAndPassword(auth, email, password)).user;

test('[IDP-01] [IDP-06] [IDP-08] the SDK signs up, updates the profile, signs out and in, refreshes and deletes', async (sdk) => {
  const { auth } = sdk;
  const user = await signUp(sdk);
  expect(user).toMatchObject({ email, emailVerified: false, isAnonymous: false, displayName: null });
  const profile = { displayName: 'Rahim', photoURL: 'https://example.com/r.png' };
  await firebase.updateProfile(user, profile);
  expect(auth.currentUser).toMatchObject(profile);
  await firebase.signOut(auth);
  expect(auth.currentUser).toBeNull();

  const again = (await signInWithEmailAndPassword(auth, email, password)).user;
  expect(again).toMatchObject({ uid: user.uid, displayName: 'Rahim' });
  expect(again.providerData).toMatchObject([{ providerId: 'password', uid: email }]);
  expect(Date.parse(again.metadata.creationTime ?? '')).toBeGreaterThan(0);

  const before = { token: await again.getIdToken(), refresh: again.refreshToken };
  sdk.advanceClock(minutes(1));
  expect(await again.getIdToken(true)).not.toBe(before.token);
  expect(again.refreshToken).not.toBe(before.refresh);

  await firebase.deleteUser(again);
  expect(auth.currentUser).toBeNull();
  await expectError(signInWithEmailAndPassword(auth, email, password), 'user-not-found');
});

test('[IDP-05] [IDP-09] the SDK resets a forgotten password with the emailed link', async (sdk) => {
  const { auth } = sdk;
  await signUp(sdk);

  auth.languageCode = 'bn';
  await firebase.sendPasswordResetEmail(auth, email, { url: 'http://localhost/login' });
  expect((await sdk.sentEmails()).at(-1)?.text).toContain('lang=bn');
  const code = await sdk.emailedCode();
  const purpose = { operation: 'PASSWORD_RESET', data: { email } };
  expect(await firebase.checkActionCode(auth, code)).toMatchObject(purpose);
  await firebase.confirmPasswordReset(auth, code, 'another pass 2');

  await expectError(signInWithEmailAndPassword(auth, email, password), 'wrong-password');
  const { user } = await signInWithEmailAndPassword(auth, email, 'another pass 2');
  expect(user.emailVerified).toBe(true);
  await expectError(firebase.confirmPasswordReset(auth, code, 'third pass 3'), 'invalid-action-code');
});

test('[IDP-12] the SDK reports each error with its own code', async (sdk) => {
  const { auth } = sdk;
  const user = await signUp(sdk);
  const create = (address: string, attemptedPassword: string) =>
    firebase.createUserWithEmailAndPassword(auth, address, attemptedPassword);
  const signIn = (attemptedPassword: string) => signInWithEmailAndPassword(auth, email, attemptedPassword);
  const newPassword = 'another pass 2';

  await expectError(create(email, password), 'email-already-in-use');
  await expectError(create('nobody', password), 'invalid-email');
  await expectError(create('a@example.com', '12345'), 'weak-password');
  await expectError(signIn('wrong one'), 'wrong-password');
  await expectError(firebase.signInAnonymously(auth), 'admin-restricted-operation');
  const foreignUrl = { url: 'http://elsewhere.example' };
  await expectError(firebase.sendPasswordResetEmail(auth, email, foreignUrl), 'unauthorized-continue-uri');

  await firebase.sendPasswordResetEmail(auth, email);
  const code = await sdk.emailedCode();
  sdk.advanceClock(minutes(61));
  await expectError(firebase.confirmPasswordReset(auth, code, newPassword), 'expired-action-code');
  await user.getIdToken(true);
  await expectError(firebase.updatePassword(user, newPassword), 'requires-recent-login');
  const credential = firebase.EmailAuthProvider.credential(email, password);
  await firebase.reauthenticateWithCredential(user, credential);
  await firebase.updatePassword(user, newPassword);

  for (let tries = 0; tries < 10; tries++) await expectError(signIn('wrong one'), 'wrong-password');
  await expectError(signIn(newPassword), 'too-many-requests');
});

test('[IDP-05] the SDK changes the address after the new one is confirmed, and the old session ends', async (sdk) => {
  const { auth } = sdk;
  const user = await signUp(sdk);
  const newEmail = 'new@example.com';
  await firebase.verifyBeforeUpdateEmail(user, newEmail);
  await firebase.applyActionCode(auth, extractCode((await sdk.sentEmails(newEmail))[0]));

  await expectError(user.reload(), 'user-token-expired');
  expect(auth.currentUser).toBeNull();
  const again = await signInWithEmailAndPassword(auth, newEmail, password);
  expect(again.user).toMatchObject({ uid: user.uid, emailVerified: true });
  const notice = (await sdk.sentEmails()).at(-1);
  expect(notice).toMatchObject({ to: email, subject: expect.stringContaining('changed') });
});

test('[IDP-10] a page that loads while the provider is overloaded keeps the user signed in', async () => {
  // This scale allows six calls per minute; signing up takes two.
  await using sdk = await openSdk({ limitScale: 0.002 });
  const { uid } = await signUp(sdk);
  await sdk.closePage();
  for (let calls = 0; calls < 4; calls++) await sdk.post('token', {});
  await sdk.expectError('TOO_MANY_ATTEMPTS_TRY_LATER', 'token', {});

  const overloaded = await sdk.post('lookup', {});
  expect(overloaded).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
  expect(overloaded.body).not.toHaveProperty('error');
  expect((await sdk.reopen()).currentUser?.uid).toBe(uid);
});

test('[IDP-10] a page that loads after the account was disabled signs the user out', async (sdk) => {
  const { uid } = await signUp(sdk);
  await sdk.closePage();
  await administer(sdk.db, disableUser, uid);
  const auth = await sdk.reopen();
  expect(auth.currentUser).toBeNull();
  await expectError(signInWithEmailAndPassword(auth, email, password), 'user-disabled');
});

/** Requests a sign-in link with the SDK and returns the link in the email. */
async function requestSignInLink(sdk: Sdk, address: string): Promise<string> {
  const settings = { url: 'http://localhost/account/action?next=/dashboard/gallery', handleCodeInApp: true };
  await firebase.sendSignInLinkToEmail(sdk.auth, address, settings);
  return extractLink((await sdk.sentEmails(address)).at(-1)).href;
}
const linkCredential = async (sdk: Sdk, address: string) =>
  firebase.EmailAuthProvider.credentialWithLink(address, await requestSignInLink(sdk, address));

test('[IDP-02] the SDK sends a sign-in link, recognizes it, and signs a new user in with it once', async (sdk) => {
  const { auth } = sdk;
  const emptyUrl = { url: '', handleCodeInApp: true };
  await expectError(firebase.sendSignInLinkToEmail(auth, email, emptyUrl), 'invalid-continue-uri');
  const link = await requestSignInLink(sdk, email);
  expect(firebase.isSignInWithEmailLink(auth, link)).toBe(true);
  const sent = new URL(link).searchParams;
  expect(sent.get('continueUrl')).toMatch('next=/dashboard/gallery');
  const purpose = { operation: 'EMAIL_SIGNIN' };
  expect(await firebase.checkActionCode(auth, sent.get('oobCode') ?? '')).toMatchObject(purpose);

  await expectError(firebase.signInWithEmailLink(auth, 'somebody@example.com', link), 'invalid-email');
  const { user } = await firebase.signInWithEmailLink(auth, email, link);
  expect(user).toMatchObject({ email, emailVerified: true, isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: 'password', uid: email }]);
  await expectError(firebase.signInWithEmailLink(auth, email, link), 'invalid-action-code');
  expect(await firebase.fetchSignInMethodsForEmail(auth, email)).toEqual(['emailLink']);
  const again = await firebase.reauthenticateWithCredential(user, await linkCredential(sdk, email));
  expect(again.user.uid).toBe(user.uid);
  const other = firebase.reauthenticateWithCredential(user, await linkCredential(sdk, 'other@example.com'));
  await expectError(other, 'user-mismatch');
});

test('[IDP-02] an anonymous account can link an email link or a password, but not a taken address', async () => {
  await using sdk = await openSdk({ settings: { anonymous: true } });
  await firebase.createUserWithEmailAndPassword(sdk.auth, 'taken@example.com', password);
  const { user } = await firebase.signInAnonymously(sdk.auth);
  expect(user.isAnonymous).toBe(true);
  const taken = await linkCredential(sdk, 'taken@example.com');
  await expectError(firebase.linkWithCredential(user, taken), 'email-already-in-use');
  const linked = { uid: user.uid, email, emailVerified: true, isAnonymous: false };
  const byEmail = await firebase.linkWithCredential(user, await linkCredential(sdk, email));
  expect(byEmail.user).toMatchObject(linked);

  const another = (await firebase.signInAnonymously(sdk.auth)).user;
  const credential = firebase.EmailAuthProvider.credential('new@example.com', password);
  const byPassword = (await firebase.linkWithCredential(another, credential)).user;
  expect(byPassword).toMatchObject({ uid: another.uid, email: 'new@example.com', isAnonymous: false });
});

test('[IDP-12] [IDP-16] the SDK reports an unknown user only without emailPrivacy', async ({ auth }) => {
  await expectError(signInWithEmailAndPassword(auth, email, password), 'user-not-found');
  await using emailPrivacySdk = await openSdk({ settings: { emailPrivacy: true } });
  await signUp(emailPrivacySdk);
  for (const address of [email, 'a@example.com']) {
    await expectError(
      signInWithEmailAndPassword(emailPrivacySdk.auth, address, 'wrong one'),
      'invalid-credential',
    );
  }
});

test('[IDP-12] the SDK reports disabled passwords', async () => {
  await using passwordlessSdk = await openSdk({ settings: { password: false } });
  await expectError(signUp(passwordlessSdk), 'operation-not-allowed');
});

test('[IDP-12] the SDK reports credentials of another user, a blocked sign-in and an invalid token', async (sdk) => {
  const { auth } = sdk;
  const other = 'other@example.com';
  await firebase.createUserWithEmailAndPassword(auth, other, password);
  const user = await signUp(sdk);
  const credential = firebase.EmailAuthProvider.credential(other, password);
  await expectError(firebase.reauthenticateWithCredential(user, credential), 'user-mismatch');
  const unblock = firebase.beforeAuthStateChanged(auth, () => {
    throw new Error('not today');
  });
  await expectError(signInWithEmailAndPassword(auth, other, password), 'login-blocked');
  expect(auth.currentUser?.email).toBe(email);
  unblock();
  Object.assign((user as unknown as { stsTokenManager: object }).stsTokenManager, { accessToken: 'a.b.c' });
  await expectError(firebase.updateProfile(user, { displayName: 'Rahim' }), 'invalid-user-token');
});

test('[IDP-16] the SDK reports an invalid response and an unreachable provider', async ({ auth }) => {
  const pointAt = (port: number) => {
    const host = `127.0.0.1:${port}`;
    Object.assign((auth as unknown as { config: object }).config, { apiHost: host, tokenApiHost: host });
  };
  const nonsense = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"users":[]}');
  }).listen(0, '127.0.0.1');
  await once(nonsense, 'listening');
  pointAt((nonsense.address() as AddressInfo).port);
  await expectError(signInWithEmailAndPassword(auth, email, password), 'internal-error');
  nonsense.close();
  pointAt(await freePort());
  await expectError(signInWithEmailAndPassword(auth, email, password), 'network-request-failed');
});
