import {
  type ApplicationVerifier,
  type Auth,
  applyActionCode,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  getMultiFactorResolver,
  linkWithPhoneNumber,
  type MultiFactorError,
  type MultiFactorInfo,
  multiFactor,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  reauthenticateWithCredential,
  reauthenticateWithPhoneNumber,
  sendEmailVerification,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithPhoneNumber,
  signOut,
  TotpMultiFactorGenerator,
  type User,
  unlink,
} from '@firebase/auth';
import { expect, test, vi } from 'vitest';
import { minutes, seconds } from '#platform/time.ts';
import { appCode, person, phoneNumber } from './testing/enrolled.ts';
import { codeIn, failure, openSdk } from './testing/sdk.ts';

// The build for Node knows no phone numbers.
vi.mock('@firebase/auth', async () => (await import('./testing/browser-sdk.ts')).browserSdk());

const { email, password } = person;

/** In place of the vendor's widget, as on the site. */
const verifier = { type: 'recaptcha', verify: async () => 'none', _reset() {} } as ApplicationVerifier;

type Sdk = Awaited<ReturnType<typeof openSdk>>;

async function signUpVerified(sdk: Sdk, auth: Auth): Promise<User> {
  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  await sendEmailVerification(user);
  await applyActionCode(auth, codeIn((await sdk.sentMails()).at(-1)));
  await user.reload();
  expect(user.emailVerified).toBe(true);
  return user;
}

/** The second half that a sign-in asks for. */
async function owed(auth: Auth, act: Promise<unknown>) {
  const error = await act.then(
    () => undefined,
    (refused: MultiFactorError) => refused,
  );
  expect(error).toMatchObject(failure('multi-factor-auth-required'));
  return getMultiFactorResolver(auth, error as MultiFactorError);
}

test('[IDP-04] the SDK signs in by phone, again, and tells a wrong code', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const sent = await signInWithPhoneNumber(auth, phoneNumber, verifier);
  const code = await sdk.textedCode(phoneNumber);
  const wrong = code === '000000' ? '111111' : '000000';
  await expect(sent.confirm(wrong)).rejects.toMatchObject(failure('invalid-verification-code'));
  const { user } = await sent.confirm(code);
  expect(user).toMatchObject({ phoneNumber, email: null, isAnonymous: false });
  expect(user.providerData).toMatchObject([{ providerId: 'phone', phoneNumber }]);
  await expect(sent.confirm(code)).rejects.toMatchObject(failure('invalid-verification-id'));

  const again = await reauthenticateWithPhoneNumber(user, phoneNumber, verifier);
  expect((await again.confirm(await sdk.textedCode(phoneNumber))).user.uid).toBe(user.uid);
  const stranger = await reauthenticateWithPhoneNumber(user, '+8801912345678', verifier);
  await expect(stranger.confirm(await sdk.textedCode('+8801912345678'))).rejects.toMatchObject(
    failure('user-mismatch'),
  );
  await expect(
    TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession()),
  ).rejects.toMatchObject(failure('unsupported-first-factor'));
  await expect(signInWithPhoneNumber(auth, 'no number', verifier)).rejects.toMatchObject(
    failure('invalid-phone-number'),
  );
  await close();
});

test('[IDP-04] [IDP-12] the SDK adds a number; one that is taken comes with a credential; unlinking frees it', async () => {
  let now = Date.now();
  await using sdk = await openSdk({ clock: () => now });
  const { auth, close } = sdk.openPage();
  const first = await signInWithPhoneNumber(auth, phoneNumber, verifier);
  const { user: owner } = await first.confirm(await sdk.textedCode());
  await signOut(auth);

  const { user } = await createUserWithEmailAndPassword(auth, email, password);
  const taken = await linkWithPhoneNumber(user, phoneNumber, verifier);
  const refused = await taken.confirm(await sdk.textedCode()).catch((error) => error);
  expect(refused).toMatchObject(failure('account-exists-with-different-credential'));
  const credential = PhoneAuthProvider.credentialFromError(refused);
  if (!credential) throw new Error('The SDK found no credential in the refusal.');
  expect((await signInWithCredential(auth, credential)).user.uid).toBe(owner.uid);
  await unlink(auth.currentUser as User, 'phone');
  expect(auth.currentUser?.phoneNumber).toBeNull();

  const { user: back } = await signInWithEmailAndPassword(auth, email, password);
  const linked = await linkWithPhoneNumber(back, phoneNumber, verifier);
  expect((await linked.confirm(await sdk.textedCode())).user).toMatchObject({ phoneNumber, email });

  const late = await signInWithPhoneNumber(auth, phoneNumber, verifier);
  now += minutes(10);
  await expect(late.confirm(await sdk.textedCode())).rejects.toMatchObject(failure('code-expired'));
  await close();
});

test('[IDP-07] the SDK adds an app, signs in and again by it, and removes it', async () => {
  let now = Date.now();
  await using sdk = await openSdk({ clock: () => now });
  const { auth, close } = sdk.openPage();
  const { user: unconfirmed } = await createUserWithEmailAndPassword(auth, 'new@example.com', password);
  await expect(
    TotpMultiFactorGenerator.generateSecret(await multiFactor(unconfirmed).getSession()),
  ).rejects.toMatchObject(failure('unverified-email'));

  const user = await signUpVerified(sdk, auth);
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  expect(Date.parse(secret.enrollmentCompletionDeadline)).toBeGreaterThan(now);
  const enrol = (code: string) =>
    multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'My app');
  await expect(enrol('12345x')).rejects.toMatchObject(failure('invalid-verification-code'));
  await enrol(appCode(secret.secretKey, now));
  expect(multiFactor(user).enrolledFactors).toMatchObject([{ factorId: 'totp', displayName: 'My app' }]);
  await user.getIdToken(true);
  await signOut(auth);

  const show = (hint: MultiFactorInfo | undefined) =>
    TotpMultiFactorGenerator.assertionForSignIn(hint?.uid ?? '', appCode(secret.secretKey, now));
  const resolver = await owed(auth, signInWithEmailAndPassword(auth, email, password));
  await expect(resolver.resolveSignIn(show(resolver.hints[0]))).rejects.toMatchObject(
    failure('invalid-verification-code'),
  );
  now += seconds(30);
  const entered = await resolver.resolveSignIn(show(resolver.hints[0]));
  expect(entered.user.uid).toBe(user.uid);
  const { claims } = await entered.user.getIdTokenResult();
  expect(claims.firebase).toMatchObject({ sign_in_second_factor: 'totp' });

  await expect(multiFactor(entered.user).unenroll('nobody')).rejects.toMatchObject(
    failure('multi-factor-info-not-found'),
  );
  now += minutes(6);
  const remove = () => multiFactor(entered.user).unenroll(resolver.hints[0]?.uid ?? '');
  await expect(remove()).rejects.toMatchObject(failure('requires-recent-login'));
  const credential = EmailAuthProvider.credential(email, password);
  const again = await owed(auth, reauthenticateWithCredential(entered.user, credential));
  await again.resolveSignIn(show(again.hints[0]));
  await remove();
  expect(multiFactor(entered.user).enrolledFactors).toEqual([]);
  await signOut(auth);
  expect((await signInWithEmailAndPassword(auth, email, password)).user.uid).toBe(user.uid);
  await close();
});

test('[IDP-07] [IDP-12] the SDK adds a phone as second factor and signs in by it', async () => {
  await using sdk = await openSdk();
  const { auth, close } = sdk.openPage();
  const user = await signUpVerified(sdk, auth);
  const provider = new PhoneAuthProvider(auth);
  const session = await multiFactor(user).getSession();
  const asked = await provider.verifyPhoneNumber({ phoneNumber, session }, verifier);
  const assertion = PhoneMultiFactorGenerator.assertion(
    PhoneAuthProvider.credential(asked, await sdk.textedCode(phoneNumber)),
  );
  await multiFactor(user).enroll(assertion, 'My phone');
  expect(multiFactor(user).enrolledFactors).toMatchObject([
    { factorId: 'phone', displayName: 'My phone', phoneNumber },
  ]);
  const fresh = await multiFactor(user).getSession();
  await expect(provider.verifyPhoneNumber({ phoneNumber, session: fresh }, verifier)).rejects.toMatchObject(
    failure('second-factor-already-in-use'),
  );
  await signOut(auth);

  const resolver = await owed(auth, signInWithEmailAndPassword(auth, email, password));
  const [multiFactorHint] = resolver.hints;
  if (!multiFactorHint) throw new Error('The SDK was told of no second factor.');
  const id = await provider.verifyPhoneNumber({ multiFactorHint, session: resolver.session }, verifier);
  const show = (code: string) => PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code));
  const code = await sdk.textedCode(phoneNumber);
  await expect(resolver.resolveSignIn(show('12345x'))).rejects.toMatchObject(
    failure('invalid-verification-code'),
  );
  expect((await resolver.resolveSignIn(show(code))).user.uid).toBe(user.uid);
  await expect(resolver.resolveSignIn(show(code))).rejects.toMatchObject(
    failure('invalid-multi-factor-session'),
  );
  await close();
});
