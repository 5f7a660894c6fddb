import * as firebase from '@firebase/auth';
import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import { disableUser } from './manage-users.ts';
import { administer } from './testing/administer.ts';
import { expectError, openSdk, type Sdk, test } from './testing/sdk.ts';
import { email, extractLink, password } from './testing/test-identity.ts';

const { signInWithEmailAndPassword } = firebase;

const signUp = async ({ auth }: Sdk) =>
  (await firebase.createUserWithEmailAndPassword(auth, email, password)).user;

test('[IDP-01] [IDP-06] [IDP-08] the SDK signs up, updates, signs out and in, refreshes and deletes', async (sdk) => {
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

test('[IDP-10] a page that loads while the provider is overloaded keeps the user signed in', async () => {
  // This scale allows six calls per minute, of which signing up takes two.
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

test('[IDP-10] a page that loads while a proxy reports an error keeps the user signed in', async (sdk) => {
  const errors = [
    () => Response.json({ error: { code: 502, message: 'Bad Gateway' } }, { status: 502 }),
    () => Response.json({ error: { code: 503, message: 'upstream connect error' } }, { status: 503 }),
    () => Response.json({ error: 'Bad Gateway' }, { status: 502 }),
    () => new Response('<html>502 Bad Gateway</html>', { status: 502 }),
  ];
  const { uid } = await signUp(sdk);
  for (const error of errors) {
    await sdk.closePage();
    sdk.failAtProxy(error);
    expect((await sdk.reopen()).currentUser?.uid).toBe(uid);
  }
});

test('[IDP-10] a page that loads after the account was disabled signs the user out', async (sdk) => {
  const { uid } = await signUp(sdk);
  await sdk.closePage();
  await administer(sdk.db, disableUser, uid);
  const auth = await sdk.reopen();
  expect(auth.currentUser).toBeNull();
  await expectError(signInWithEmailAndPassword(auth, email, password), 'user-disabled');
});

/** Requests a sign-in link with the SDK and returns the credential in the email. */
async function linkCredential(sdk: Sdk, address: string) {
  const settings = { url: 'http://localhost/account/action?next=/dashboard/gallery', handleCodeInApp: true };
  await firebase.sendSignInLinkToEmail(sdk.auth, address, settings);
  const link = extractLink((await sdk.sentEmails(address)).at(-1)).href;
  return firebase.EmailAuthProvider.credentialWithLink(address, link);
}

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
  expect(await firebase.fetchSignInMethodsForEmail(sdk.auth, email)).toEqual(['emailLink']);

  const another = (await firebase.signInAnonymously(sdk.auth)).user;
  const credential = firebase.EmailAuthProvider.credential('new@example.com', password);
  const byPassword = (await firebase.linkWithCredential(another, credential)).user;
  expect(byPassword).toMatchObject({ uid: another.uid, email: 'new@example.com', isAnonymous: false });
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
