import {
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  type User,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from '@firebase/auth';
import { expect, test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { disableUser } from './administration.ts';
import { codeIn, failure, openSdk } from './testing/sdk.ts';

const email = 'rahim@example.com';
const password = 'correct horse 1';

test('[IDP-01] [IDP-06] [IDP-08] the SDK signs up, names, signs out and in, refreshes and deletes', async () => {
  let now = Date.now();
  await using sdk = await openSdk({ clock: () => now });
  const { auth, close } = sdk.openPage();

  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  expect(user).toMatchObject({ email, emailVerified: false, isAnonymous: false, displayName: null });
  await updateProfile(user, { displayName: 'Rahim', photoURL: 'https://example.com/r.png' });
  expect(auth.currentUser).toMatchObject({ displayName: 'Rahim', photoURL: 'https://example.com/r.png' });
  await signOut(auth);
  expect(auth.currentUser).toBeNull();

  const again = (await signInWithEmailAndPassword(auth, email, password)).user;
  expect(again).toMatchObject({ uid: user.uid, displayName: 'Rahim' });
  expect(again.providerData).toMatchObject([{ providerId: 'password', uid: email }]);
  expect(Date.parse(again.metadata.creationTime ?? '')).toBeGreaterThan(0);

  const before = { token: await again.getIdToken(), refresh: again.refreshToken };
  now += minutes(1);
  expect(await again.getIdToken(true)).not.toBe(before.token);
  expect(again.refreshToken).not.toBe(before.refresh);

  await deleteUser(again);
  expect(auth.currentUser).toBeNull();
  await expect(signInWithEmailAndPassword(auth, email, password)).rejects.toMatchObject(
    failure('user-not-found'),
  );
  await close();
});

test('[IDP-05] [IDP-09] the SDK resets a forgotten password by the mailed link', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  await createUserWithEmailAndPassword(auth, email, password);

  auth.languageCode = 'bn';
  await sendPasswordResetEmail(auth, email, { url: 'http://localhost/login' });
  expect((await sdk.sentMails()).at(-1)?.text).toContain('lang=bn');
  const code = codeIn((await sdk.sentMails()).at(-1));
  expect(await checkActionCode(auth, code)).toMatchObject({ operation: 'PASSWORD_RESET', data: { email } });
  await confirmPasswordReset(auth, code, 'another pass 2');

  await expect(signInWithEmailAndPassword(auth, email, password)).rejects.toMatchObject(
    failure('wrong-password'),
  );
  const { user } = await signInWithEmailAndPassword(auth, email, 'another pass 2');
  expect(user.emailVerified).toBe(true);
  await expect(confirmPasswordReset(auth, code, 'third pass 3')).rejects.toMatchObject(
    failure('invalid-action-code'),
  );
  await close();
});

test('[IDP-12] the SDK tells each refusal by its own code', async () => {
  let now = Date.now();
  await using sdk = await openSdk({ clock: () => now });
  const { auth, close } = sdk.openPage();
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  const refused = (act: Promise<unknown>, code: string) => expect(act).rejects.toMatchObject(failure(code));

  await refused(createUserWithEmailAndPassword(auth, email, password), 'email-already-in-use');
  await refused(createUserWithEmailAndPassword(auth, 'nobody', password), 'invalid-email');
  await refused(createUserWithEmailAndPassword(auth, 'a@example.com', '12345'), 'weak-password');
  await refused(signInWithEmailAndPassword(auth, email, 'wrong one'), 'wrong-password');
  await refused(signInAnonymously(auth), 'admin-restricted-operation');
  await refused(
    sendPasswordResetEmail(auth, email, { url: 'http://elsewhere.example' }),
    'unauthorized-continue-uri',
  );

  await sendPasswordResetEmail(auth, email);
  const code = codeIn((await sdk.sentMails()).at(-1));
  now += minutes(61);
  await refused(confirmPasswordReset(auth, code, 'another pass 2'), 'expired-action-code');
  await user.getIdToken(true);
  await refused(updatePassword(user, 'another pass 2'), 'requires-recent-login');
  await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password));
  await updatePassword(user, 'another pass 2');

  for (let tries = 0; tries < 10; tries++) {
    await refused(signInWithEmailAndPassword(auth, email, 'wrong one'), 'wrong-password');
  }
  await refused(signInWithEmailAndPassword(auth, email, 'another pass 2'), 'too-many-requests');
  await close();
});

test('[IDP-05] the SDK changes the address once the new one is confirmed; the old session ends', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await verifyBeforeUpdateEmail(user, 'new@example.com');
  const code = codeIn((await sdk.sentMails()).find(({ to }) => to === 'new@example.com'));
  await applyActionCode(auth, code);

  await expect(user.reload()).rejects.toMatchObject(failure('user-token-expired'));
  expect(auth.currentUser).toBeNull();
  const again = await signInWithEmailAndPassword(auth, 'new@example.com', password);
  expect(again.user).toMatchObject({ uid: user.uid, emailVerified: true });
  expect((await sdk.sentMails()).at(-1)).toMatchObject({
    to: email,
    subject: expect.stringContaining('changed'),
  });
  await close();
});

test('the SDK turns an anonymous account into one with a password', async () => {
  await using sdk = await openSdk({ settings: { anonymous: true } });
  const { auth, close } = sdk.openPage();
  const { user } = await signInAnonymously(auth);
  expect(user.isAnonymous).toBe(true);
  const linked = await linkWithCredential(user, EmailAuthProvider.credential(email, password));
  expect(linked.user).toMatchObject({ uid: user.uid, email, isAnonymous: false });
  await close();
});

async function signUpAndLeave(openPage: () => { auth: Auth; close(): Promise<void> }): Promise<User> {
  const { auth, close } = openPage();
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await close();
  return user;
}

test('[IDP-10] a page opened while the provider is overloaded keeps the person signed in', async () => {
  // At this scale six calls a minute are let through; signing up takes two.
  await using sdk = await openSdk({ limitScale: 0.002 });
  const { uid } = await signUpAndLeave(sdk.openPage);
  for (let calls = 0; calls < 4; calls++) await sdk.post('/v1/token', {});
  expect((await sdk.post('/v1/token', {})).body).toMatchObject({
    error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' },
  });

  const overloaded = await sdk.post('/v1/accounts:lookup', {});
  expect(overloaded).toMatchObject({ status: 429, body: { retryAfter: expect.any(Number) } });
  expect(overloaded.body).not.toHaveProperty('error');
  const { auth, close } = sdk.openPage();
  await auth.authStateReady();
  expect(auth.currentUser?.uid).toBe(uid);
  await close();
});

test('[IDP-10] a page opened after the account was disabled signs the person out', async () => {
  await using sdk = await openSdk();
  const { uid } = await signUpAndLeave(sdk.openPage);
  await disableUser(sdk.db, uid);
  const { auth, close } = sdk.openPage();
  await auth.authStateReady();
  expect(auth.currentUser).toBeNull();
  await expect(signInWithEmailAndPassword(auth, email, password)).rejects.toMatchObject(
    failure('user-disabled'),
  );
  await close();
});
