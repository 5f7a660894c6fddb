import * as firebase from '@firebase/auth';
import { expect } from 'vitest';
import { googleIdToken, type TestClaims } from '../testing/google-issuer.ts';
import { expectError, test } from '../testing/sdk.ts';
import { password } from '../testing/test-identity.ts';
import { nonceClaim } from './attempt.ts';

const email = 'rahima@example.com';
const person = { sub: '21', email, email_verified: true, name: 'Rahima Khatun' };
const { GoogleAuthProvider, linkWithCredential, signInWithCredential } = firebase;

const credential = async (claims: TestClaims) => GoogleAuthProvider.credential(await googleIdToken(claims));

test('[IDP-03] the SDK signs in with Google and re-authenticates the same user', async ({ auth }) => {
  await signInWithCredential(auth, await credential({ sub: '22' }));
  const { user } = await signInWithCredential(auth, await credential(person));
  expect(user).toMatchObject({ email, emailVerified: true, displayName: person.name, isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: 'google.com', uid: '21', email }]);
  expect((await user.getIdTokenResult()).signInProvider).toBe('google.com');

  const again = async (claims: TestClaims) =>
    firebase.reauthenticateWithCredential(user, await credential(claims));
  await again(person);
  await expectError(again({ sub: '22' }), 'user-mismatch');
  await firebase.signOut(auth);
  const rawNonce = 'raw nonce';
  const idToken = await googleIdToken({ ...person, nonce: nonceClaim(rawNonce) });
  const bound = new firebase.OAuthProvider('google.com').credential({ idToken, rawNonce });
  const result = await signInWithCredential(auth, bound);
  expect(result.user.uid).toBe(user.uid);

  // The credential of a result can be used again, without the nonce. The ID token alone cannot.
  const reused = GoogleAuthProvider.credentialFromResult(result);
  if (!reused) throw new Error('The result has no credential.');
  expect((await signInWithCredential(auth, reused)).user.uid).toBe(user.uid);
  await expectError(
    signInWithCredential(auth, GoogleAuthProvider.credential(idToken)),
    'missing-or-invalid-nonce',
  );
  const anotherToken = await googleIdToken({ sub: '23', nonce: nonceClaim(rawNonce) });
  const mixed = GoogleAuthProvider.credential(anotherToken, reused.accessToken);
  await expectError(signInWithCredential(auth, mixed), 'missing-or-invalid-nonce');
  const withToken = GoogleAuthProvider.credential(await googleIdToken(person), 'ya29.opaque');
  const own = GoogleAuthProvider.credentialFromResult(await signInWithCredential(auth, withToken));
  expect(own?.accessToken).toBe('ya29.opaque');
});

test('[IDP-12] [IDP-16] the SDK reports distinct link errors and returns the credential with them', async ({
  auth,
}) => {
  const first = 'first@example.com';
  await signInWithCredential(auth, await credential({ sub: '1', email: first }));
  const { user } = await firebase.createUserWithEmailAndPassword(auth, email, password);
  const link = async (claims: TestClaims) => linkWithCredential(user, await credential(claims));
  await expectError(link({ sub: '1' }), 'credential-already-in-use');
  await expectError(link({ sub: '2', email: first }), 'email-already-in-use');
  await firebase.signOut(auth);

  const unverified = signInWithCredential(auth, await credential({ ...person, email_verified: false }));
  const error = await expectError<firebase.AuthError>(unverified, 'account-exists-with-different-credential');
  expect(auth.currentUser).toBeNull();
  // The SDK's guide recommends signing in with the existing method, then linking the credential of the error.
  const again = await firebase.signInWithEmailAndPassword(auth, email, password);
  const linkedCredential = GoogleAuthProvider.credentialFromError(error);
  expect(linkedCredential).not.toBeNull();
  if (linkedCredential) await linkWithCredential(again.user, linkedCredential);
  expect(again.user.providerData).toHaveLength(2);
});
