import * as firebase from '@firebase/auth';
import { expect, vi } from 'vitest';
import { minutes } from '#platform/time.ts';
import { expectError, type Sdk, test } from '../testing/sdk.ts';
import { email, password, phoneNumber } from '../testing/test-identity.ts';

// The build for Node does not support phone numbers.
vi.mock('@firebase/auth', () => import('../../../node_modules/@firebase/auth/dist/esm/index.js'));

/** Replaces Google's reCAPTCHA widget, as on the site. */
const verifier = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
} as firebase.ApplicationVerifier;

const signIn = ({ auth }: Sdk) => firebase.signInWithEmailAndPassword(auth, email, password);
const signUp = async ({ auth }: Sdk) =>
  (await firebase.createUserWithEmailAndPassword(auth, email, password)).user;

test('[IDP-04] [IDP-12] the SDK signs in by phone, re-authenticates, and reports a wrong code', async (sdk) => {
  const { auth } = sdk;
  const sent = await firebase.signInWithPhoneNumber(auth, phoneNumber, verifier);
  const code = await sdk.textedCode(phoneNumber);
  await expectError(sent.confirm(code === '000000' ? '111111' : '000000'), 'invalid-verification-code');
  const { user } = await sent.confirm(code);
  expect(user).toMatchObject({ phoneNumber, email: null, isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: 'phone', phoneNumber }]);
  await expectError(sent.confirm(code), 'invalid-verification-id');

  const again = async (number: string) => {
    const confirmation = await firebase.reauthenticateWithPhoneNumber(user, number, verifier);
    return confirmation.confirm(await sdk.textedCode(number));
  };
  expect((await again(phoneNumber)).user.uid).toBe(user.uid);
  await expectError(again('+8801912345678'), 'user-mismatch');
  const session = await firebase.multiFactor(user).getSession();
  await expectError(firebase.TotpMultiFactorGenerator.generateSecret(session), 'unsupported-first-factor');
  const noNumber = firebase.signInWithPhoneNumber(auth, 'no number', verifier);
  await expectError(noNumber, 'invalid-phone-number');
});

test('[IDP-04] [IDP-12] [IDP-16] the SDK links and unlinks a number; a taken one gives a credential', async (sdk) => {
  const { auth } = sdk;
  const first = await firebase.signInWithPhoneNumber(auth, phoneNumber, verifier);
  const { user: owner } = await first.confirm(await sdk.textedCode());
  await firebase.signOut(auth);

  const link = async (user: firebase.User) => {
    const confirmation = await firebase.linkWithPhoneNumber(user, phoneNumber, verifier);
    return confirmation.confirm(await sdk.textedCode());
  };
  const taken = link(await signUp(sdk));
  const error = await expectError<firebase.AuthError>(taken, 'account-exists-with-different-credential');
  const credential = firebase.PhoneAuthProvider.credentialFromError(error);
  if (!credential) throw new Error('The SDK found no credential in the error.');
  expect((await firebase.signInWithCredential(auth, credential)).user.uid).toBe(owner.uid);
  await firebase.unlink(auth.currentUser as firebase.User, 'phone');
  expect(auth.currentUser?.phoneNumber).toBeNull();

  const { user: back } = await signIn(sdk);
  expect((await link(back)).user).toMatchObject({ phoneNumber, email });

  const late = await firebase.signInWithPhoneNumber(auth, phoneNumber, verifier);
  sdk.advanceClock(minutes(10));
  await expectError(late.confirm(await sdk.textedCode()), 'code-expired');
});
