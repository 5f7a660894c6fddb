import * as firebase from '@firebase/auth';
import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import { disableUser } from './administration.ts';
import { openSdk, refused, type Sdk, test } from './testing/sdk.ts';
import { codeIn, email, password } from './testing/test-identity.ts';

const { signInWithEmailAndPassword } = firebase;

const signUp = async ({ auth }: Sdk) =>
  (await firebase.createUserWithEmailAndPassword(auth, email, password)).user;

test('[IDP-01] [IDP-06] [IDP-08] the SDK signs up, names, signs out and in, refreshes and deletes', async (sdk) => {
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
  sdk.pass(minutes(1));
  expect(await again.getIdToken(true)).not.toBe(before.token);
  expect(again.refreshToken).not.toBe(before.refresh);

  await firebase.deleteUser(again);
  expect(auth.currentUser).toBeNull();
  await refused(signInWithEmailAndPassword(auth, email, password), 'user-not-found');
});

test('[IDP-05] [IDP-09] the SDK resets a forgotten password by the mailed link', async (sdk) => {
  const { auth } = sdk;
  await signUp(sdk);

  auth.languageCode = 'bn';
  await firebase.sendPasswordResetEmail(auth, email, { url: 'http://localhost/login' });
  expect((await sdk.sentMails()).at(-1)?.text).toContain('lang=bn');
  const code = await sdk.mailed();
  const purpose = { operation: 'PASSWORD_RESET', data: { email } };
  expect(await firebase.checkActionCode(auth, code)).toMatchObject(purpose);
  await firebase.confirmPasswordReset(auth, code, 'another pass 2');

  await refused(signInWithEmailAndPassword(auth, email, password), 'wrong-password');
  const { user } = await signInWithEmailAndPassword(auth, email, 'another pass 2');
  expect(user.emailVerified).toBe(true);
  await refused(firebase.confirmPasswordReset(auth, code, 'third pass 3'), 'invalid-action-code');
});

test('[IDP-12] the SDK tells each refusal by its own code', async (sdk) => {
  const { auth } = sdk;
  const user = await signUp(sdk);
  const create = (address: string, word: string) =>
    firebase.createUserWithEmailAndPassword(auth, address, word);
  const signIn = (word: string) => signInWithEmailAndPassword(auth, email, word);
  const newPassword = 'another pass 2';

  await refused(create(email, password), 'email-already-in-use');
  await refused(create('nobody', password), 'invalid-email');
  await refused(create('a@example.com', '12345'), 'weak-password');
  await refused(signIn('wrong one'), 'wrong-password');
  await refused(firebase.signInAnonymously(auth), 'admin-restricted-operation');
  const elsewhere = { url: 'http://elsewhere.example' };
  await refused(firebase.sendPasswordResetEmail(auth, email, elsewhere), 'unauthorized-continue-uri');

  await firebase.sendPasswordResetEmail(auth, email);
  const code = await sdk.mailed();
  sdk.pass(minutes(61));
  await refused(firebase.confirmPasswordReset(auth, code, newPassword), 'expired-action-code');
  await user.getIdToken(true);
  await refused(firebase.updatePassword(user, newPassword), 'requires-recent-login');
  const credential = firebase.EmailAuthProvider.credential(email, password);
  await firebase.reauthenticateWithCredential(user, credential);
  await firebase.updatePassword(user, newPassword);

  for (let tries = 0; tries < 10; tries++) await refused(signIn('wrong one'), 'wrong-password');
  await refused(signIn(newPassword), 'too-many-requests');
});

test('[IDP-05] the SDK changes the address once the new one is confirmed; the old session ends', async (sdk) => {
  const { auth } = sdk;
  const user = await signUp(sdk);
  const newEmail = 'new@example.com';
  await firebase.verifyBeforeUpdateEmail(user, newEmail);
  await firebase.applyActionCode(auth, codeIn((await sdk.sentMails(newEmail))[0]));

  await refused(user.reload(), 'user-token-expired');
  expect(auth.currentUser).toBeNull();
  const again = await signInWithEmailAndPassword(auth, newEmail, password);
  expect(again.user).toMatchObject({ uid: user.uid, emailVerified: true });
  const told = (await sdk.sentMails()).at(-1);
  expect(told).toMatchObject({ to: email, subject: expect.stringContaining('changed') });
});

test('the SDK turns an anonymous account into one with a password', async () => {
  await using sdk = await openSdk({ settings: { anonymous: true } });
  const { user } = await firebase.signInAnonymously(sdk.auth);
  expect(user.isAnonymous).toBe(true);
  const credential = firebase.EmailAuthProvider.credential(email, password);
  const linked = await firebase.linkWithCredential(user, credential);
  expect(linked.user).toMatchObject({ uid: user.uid, email, isAnonymous: false });
});

test('[IDP-10] a page opened while the provider is overloaded keeps the person signed in', async () => {
  // At this scale six calls a minute are let through; signing up takes two.
  await using sdk = await openSdk({ limitScale: 0.002 });
  const { uid } = await signUp(sdk);
  await sdk.closePage();
  for (let calls = 0; calls < 4; calls++) await sdk.post('token', {});
  await sdk.refused('TOO_MANY_ATTEMPTS_TRY_LATER', 'token', {});

  const overloaded = await sdk.post('lookup', {});
  expect(overloaded).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
  expect(overloaded.body).not.toHaveProperty('error');
  expect((await sdk.reopen()).currentUser?.uid).toBe(uid);
});

test('[IDP-10] a page opened after the account was disabled signs the person out', async (sdk) => {
  const { uid } = await signUp(sdk);
  await sdk.closePage();
  await disableUser(sdk.db, uid);
  const auth = await sdk.reopen();
  expect(auth.currentUser).toBeNull();
  await refused(signInWithEmailAndPassword(auth, email, password), 'user-disabled');
});
