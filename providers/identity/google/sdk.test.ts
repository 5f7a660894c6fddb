import {
  type AuthError,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  getMultiFactorResolver,
  linkWithCredential,
  type MultiFactorError,
  OAuthProvider,
  reauthenticateWithCredential,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  unlink,
} from '@firebase/auth';
import { expect, test } from 'vitest';
import { googleIdToken, type TestClaims } from '../testing/google-issuer.ts';
import { failure, openSdk } from '../testing/sdk.ts';
import { nonceClaim } from './attempt.ts';

const email = 'rahima@example.com';
const password = 'correct horse 1';
const person = { sub: '21', email, email_verified: true, name: 'Rahima Khatun' };

const credential = async (claims: TestClaims) => GoogleAuthProvider.credential(await googleIdToken(claims));
const refused = (act: Promise<unknown>, code: string) => expect(act).rejects.toMatchObject(failure(code));

test('[IDP-03] the SDK signs in with Google, re-authenticates, and knows the person again', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  await signInWithCredential(auth, await credential({ sub: '22' }));
  const { user } = await signInWithCredential(auth, await credential(person));
  expect(user).toMatchObject({ email, emailVerified: true, displayName: person.name, isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: 'google.com', uid: '21', email }]);
  expect((await user.getIdTokenResult()).signInProvider).toBe('google.com');

  await reauthenticateWithCredential(user, await credential(person));
  await refused(reauthenticateWithCredential(user, await credential({ sub: '22' })), 'user-mismatch');
  await signOut(auth);
  const nonce = 'the text behind it';
  const idToken = await googleIdToken({ ...person, nonce: nonceClaim(nonce) });
  const bound = new OAuthProvider('google.com').credential({ idToken, rawNonce: nonce });
  expect((await signInWithCredential(auth, bound)).user.uid).toBe(user.uid);
  await close();
});

test('[IDP-03] [IDP-12] the SDK links Google and unlinks it', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await linkWithCredential(user, await credential({ ...person, email: 'other@example.com' }));
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password', 'google.com']);
  await refused(linkWithCredential(user, await credential({ sub: '22' })), 'provider-already-linked');

  await unlink(user, 'google.com');
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
  await refused(unlink(user, 'google.com'), 'no-such-provider');
  expect((await user.getIdTokenResult(true)).signInProvider).toBe('password');
  await close();
});

test('[IDP-12] [IDP-16] the SDK tells apart what keeps an identity from an account, and hands the credential on', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  await signInWithCredential(auth, await credential({ sub: '1', email: 'first@example.com' }));
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await refused(linkWithCredential(user, await credential({ sub: '1' })), 'credential-already-in-use');
  await refused(
    linkWithCredential(user, await credential({ sub: '2', email: 'first@example.com' })),
    'email-already-in-use',
  );
  await signOut(auth);

  const unverified = signInWithCredential(auth, await credential({ ...person, email_verified: false }));
  const error = await unverified.then(
    () => undefined,
    (thrown: AuthError) => thrown,
  );
  expect(error).toMatchObject(failure('account-exists-with-different-credential'));
  expect(auth.currentUser).toBeNull();
  // As the SDK's own guide goes on: sign in as before, then link what came with the error.
  const again = await signInWithEmailAndPassword(auth, email, password);
  const handedOn = error && GoogleAuthProvider.credentialFromError(error);
  expect(handedOn).not.toBeNull();
  if (handedOn) await linkWithCredential(again.user, handedOn);
  expect(again.user.providerData).toHaveLength(2);
  await close();
});

test('[IDP-12] a token that is none of Google’s, and Google switched off', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  await refused(signInWithCredential(auth, GoogleAuthProvider.credential('none')), 'invalid-credential');
  await refused(
    signInWithCredential(auth, await credential({ ...person, nonce: 'unknown' })),
    'missing-or-invalid-nonce',
  );
  await close();
  await using off = await openSdk({ google: 'off' });
  const page = off.openPage();
  await refused(signInWithCredential(page.auth, await credential(person)), 'operation-not-allowed');
  await page.close();
});

test('[IDP-03] [IDP-07] who has a second factor is asked for it after Google too', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const { user } = await signInWithCredential(auth, await credential(person));
  const phoneNumber = '+8801712345678';
  const idToken = await user.getIdToken();
  const start = await sdk.post('/v2/accounts/mfaEnrollment:start', {
    idToken,
    phoneEnrollmentInfo: { phoneNumber, recaptchaToken: 't' },
  });
  const { sessionInfo } = start.body.phoneSessionInfo as { sessionInfo: string };
  const code = await sdk.textedCode(phoneNumber);
  const phoneVerificationInfo = { sessionInfo, code };
  const done = await sdk.post('/v2/accounts/mfaEnrollment:finalize', { idToken, phoneVerificationInfo });
  expect(done.status).toBe(200);
  await signOut(auth);

  const asked = await signInWithCredential(auth, await credential(person)).then(
    () => undefined,
    (thrown: MultiFactorError) => thrown,
  );
  expect(asked).toMatchObject(failure('multi-factor-auth-required'));
  expect(auth.currentUser).toBeNull();
  expect(asked && getMultiFactorResolver(auth, asked).hints).toMatchObject([{ factorId: 'phone' }]);
  await close();
});
