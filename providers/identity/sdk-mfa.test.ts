import * as firebase from '@firebase/auth';
import { expect, vi } from 'vitest';
import { minutes, seconds } from '#platform/time.ts';
import { expectError, type Sdk, test } from './testing/sdk.ts';
import { appCode, email, password, phoneNumber } from './testing/test-identity.ts';

// The build for Node does not support phone numbers.
vi.mock('@firebase/auth', async () => (await import('./testing/browser-sdk.ts')).browserSdk());

const { multiFactor, PhoneAuthProvider, TotpMultiFactorGenerator } = firebase;

/** Replaces Google's reCAPTCHA widget, as on the site. */
const verifier = {
  type: 'recaptcha',
  verify: async () => 'none',
  _reset() {},
} as firebase.ApplicationVerifier;

const signIn = ({ auth }: Sdk) => firebase.signInWithEmailAndPassword(auth, email, password);
const signUp = async ({ auth }: Sdk, address = email) =>
  (await firebase.createUserWithEmailAndPassword(auth, address, password)).user;

async function signUpVerified(sdk: Sdk): Promise<firebase.User> {
  const user = await signUp(sdk);
  await firebase.sendEmailVerification(user);
  await firebase.applyActionCode(sdk.auth, await sdk.emailedCode());
  await user.reload();
  expect(user.emailVerified).toBe(true);
  return user;
}

/** Returns the resolver of a sign-in that requires a second factor. */
const mfaResolver = async ({ auth }: Sdk, signingIn: Promise<unknown>) =>
  firebase.getMultiFactorResolver(
    auth,
    await expectError<firebase.MultiFactorError>(signingIn, 'multi-factor-auth-required'),
  );

const totpSecret = async (user: firebase.User) =>
  TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());

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
  await expectError(totpSecret(user), 'unsupported-first-factor');
  const noNumber = firebase.signInWithPhoneNumber(auth, 'no number', verifier);
  await expectError(noNumber, 'invalid-phone-number');
});

test('[IDP-04] [IDP-12] [IDP-16] the SDK links a number, returns a credential for a taken one, and unlinks it', async (sdk) => {
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
  const credential = PhoneAuthProvider.credentialFromError(error);
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

test('[IDP-07] the SDK enrolls an app, signs in and re-authenticates with it, and removes it', async (sdk) => {
  const { auth } = sdk;
  await expectError(totpSecret(await signUp(sdk, 'new@example.com')), 'unverified-email');

  const user = await signUpVerified(sdk);
  const secret = await totpSecret(user);
  expect(Date.parse(secret.enrollmentCompletionDeadline)).toBeGreaterThan(sdk.now());
  const finishEnrollment = (code: string) =>
    multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'My app');
  await expectError(finishEnrollment('12345x'), 'invalid-verification-code');
  await finishEnrollment(appCode(secret.secretKey, sdk.now()));
  expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp', displayName: 'My app' }]);
  await user.getIdToken(true);
  await firebase.signOut(auth);

  const resolveWithApp = (resolver: firebase.MultiFactorResolver) => {
    const code = appCode(secret.secretKey, sdk.now());
    return resolver.resolveSignIn(
      TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]?.uid ?? '', code),
    );
  };
  const resolver = await mfaResolver(sdk, signIn(sdk));
  await expectError(resolveWithApp(resolver), 'invalid-verification-code');
  sdk.advanceClock(seconds(30));
  const signedIn = await resolveWithApp(resolver);
  expect(signedIn.user.uid).toBe(user.uid);
  const { claims } = await signedIn.user.getIdTokenResult();
  expect(claims.firebase).toMatchObject({ sign_in_second_factor: 'totp' });

  const factors = multiFactor(signedIn.user);
  await expectError(factors.unenroll('nobody'), 'multi-factor-info-not-found');
  sdk.advanceClock(minutes(6));
  const remove = () => factors.unenroll(resolver.hints[0]?.uid ?? '');
  await expectError(remove(), 'requires-recent-login');
  const credential = firebase.EmailAuthProvider.credential(email, password);
  await resolveWithApp(
    await mfaResolver(sdk, firebase.reauthenticateWithCredential(signedIn.user, credential)),
  );
  await remove();
  expect(factors.enrolledFactors).toEqual([]);
  await firebase.signOut(auth);
  expect((await signIn(sdk)).user.uid).toBe(user.uid);
});

test('[IDP-07] [IDP-12] the SDK enrolls a phone as second factor and signs in with it', async (sdk) => {
  const { auth } = sdk;
  const user = await signUpVerified(sdk);
  const provider = new PhoneAuthProvider(auth);
  const assertion = (id: string, code: string) =>
    firebase.PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code));
  const verify = async () =>
    provider.verifyPhoneNumber({ phoneNumber, session: await multiFactor(user).getSession() }, verifier);
  const verificationId = await verify();
  await multiFactor(user).enroll(assertion(verificationId, await sdk.textedCode(phoneNumber)), 'My phone');
  const factor = { factorId: 'phone', displayName: 'My phone', phoneNumber };
  expect(multiFactor(user).enrolledFactors).toMatchObject([factor]);
  await expectError(verify(), 'second-factor-already-in-use');
  await firebase.signOut(auth);

  const resolver = await mfaResolver(sdk, signIn(sdk));
  const [multiFactorHint] = resolver.hints;
  if (!multiFactorHint) throw new Error('The SDK received no second factor.');
  const id = await provider.verifyPhoneNumber({ multiFactorHint, session: resolver.session }, verifier);
  const resolveWithCode = (code: string) => resolver.resolveSignIn(assertion(id, code));
  const code = await sdk.textedCode(phoneNumber);
  await expectError(resolveWithCode('12345x'), 'invalid-verification-code');
  expect((await resolveWithCode(code)).user.uid).toBe(user.uid);
  await expectError(resolveWithCode(code), 'invalid-multi-factor-session');
});
