import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { testWith } from '#platform/testing/test-with.ts';
import { minutes, seconds } from '#platform/time.ts';
import { disableUser, removeSecondFactors } from '../manage-users.ts';
import { administer } from '../testing/administer.ts';
import {
  appCode,
  email,
  onBoth,
  phoneNumber,
  succeeded,
  successfulBodies,
  type TestIdentity,
  test,
} from '../testing/test-identity.ts';

const start = 'mfaSignIn:start';
const finish = 'mfaSignIn:finalize';
const invalidCredential = /^INVALID_MFA_PENDING_CREDENTIAL/;

type PendingSignIn = { credential: string; ids: string[] };

const appVerification = ({ credential, ids }: PendingSignIn, verificationCode: string) => ({
  mfaPendingCredential: credential,
  mfaEnrollmentId: ids[0],
  totpVerificationInfo: { verificationCode },
});

/** Requests a text code for a pending sign-in and returns the body that finishes it. */
async function phoneVerification(
  idp: TestIdentity,
  { credential: mfaPendingCredential, ids }: PendingSignIn,
) {
  const request = { mfaPendingCredential, mfaEnrollmentId: ids[0], phoneSignInInfo: {} };
  const { phoneResponseInfo } = await idp.ok(start, request);
  const phoneVerificationInfo = { ...phoneResponseInfo, code: await idp.textedCode(phoneNumber) };
  return { mfaPendingCredential, phoneVerificationInfo };
}

onBoth((open) => {
  /** Opens a provider with an account that added an app a minute ago, because the first code is used up. */
  async function openWithApp() {
    const idp = await open();
    const { idToken, secret } = await idp.enrollApp((await idp.signUpVerified()).idToken);
    idp.advanceClock(seconds(60));
    return { ...idp, idToken, secret, code: (off = 0) => appCode(secret, idp.now() + off) };
  }
  const test = testWith(openWithApp);

  test('[IDP-07] a text code finishes one of twenty concurrent sign-ins, and the session contains the factor', async () => {
    await using idp = await open();
    await idp.enrollPhone((await idp.signUpVerified()).idToken);
    const pending = await idp.beginSignIn();
    const signedIn = successfulBodies(await idp.repeat(20, finish, await phoneVerification(idp, pending)));
    expect(signedIn).toHaveLength(1);
    const refreshed = await idp.refresh(signedIn[0]?.refreshToken);
    for (const token of [signedIn[0]?.idToken, refreshed.body.id_token]) {
      expect(decodeJwt(String(token)).firebase).toMatchObject({
        sign_in_provider: 'password',
        sign_in_second_factor: 'phone',
        second_factor_identifier: pending.ids[0],
      });
    }
  });

  test('[IDP-07] an app code works once across pending sign-ins, and earlier codes are rejected afterwards', async (idp) => {
    const pending = await Promise.all(Array.from({ length: 4 }, () => idp.beginSignIn()));
    const responses = await Promise.all(
      pending.map((started) => idp.post(finish, appVerification(started, idp.code()))),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const again = pending.find((_, i) => responses[i]?.status === 400) as PendingSignIn;
    await idp.expectError('INVALID_CODE', finish, appVerification(again, idp.code(-seconds(30))));
    idp.advanceClock(seconds(30));
    await idp.ok(finish, appVerification(again, idp.code()));
  });

  test('[IDP-07] a pending sign-in expires after ten minutes or five codes', async (idp) => {
    const guessed = await idp.beginSignIn();
    const guesses = await idp.repeat(8, finish, appVerification(guessed, '12345x'));
    expect(guesses.filter(({ body }) => body.error.message === 'INVALID_CODE')).toHaveLength(5);
    await idp.expectError(invalidCredential, finish, appVerification(guessed, idp.code()));

    const late = await idp.beginSignIn();
    idp.advanceClock(minutes(10));
    await idp.expectError(invalidCredential, finish, appVerification(late, idp.code()));
    const text = { mfaPendingCredential: late.credential, mfaEnrollmentId: late.ids[0] };
    await idp.expectError(invalidCredential, start, text);
  });

  test('[IDP-07] limits guesses of codes across pending sign-ins', async (idp) => {
    const expectGuessError = async (message: string) =>
      idp.expectError(message, finish, appVerification(await idp.beginSignIn(), '12345x'));
    for (let tries = 0; tries < 10; tries++) await expectGuessError('INVALID_CODE');
    await expectGuessError('TOO_MANY_ATTEMPTS_TRY_LATER');
  });

  test('[IDP-07] a new password and a disabled account end pending sign-ins', async (idp) => {
    const pending = await idp.beginSignIn();
    const newPassword = 'another one 2';
    await idp.ok('update', { idToken: idp.idToken, password: newPassword });
    await idp.expectError(invalidCredential, finish, appVerification(pending, idp.code()));
    await administer(idp.db, disableUser, email);
    await idp.expectError('USER_DISABLED', 'signInWithPassword', { email, password: newPassword });
  });

  test('[IDP-07] the operator removes second factors, after which the password is sufficient', async (idp) => {
    expect(await administer(idp.db, removeSecondFactors, 'Rahim@Example.com')).toHaveLength(1);
    expect(await administer(idp.db, removeSecondFactors, 'nobody@example.com')).toBeUndefined();
    await idp.expectSessionEnded(idp.idToken);
    expect(await idp.signIn()).toHaveProperty('idToken');
  });
});

test('[IDP-05] [IDP-07] a password reset does not bypass the second factor', async (idp) => {
  await idp.enrollPhone((await idp.signUpVerified()).idToken);
  const reset = await idp.reset(email, 'another one 2');
  expect(reset).toMatchObject(succeeded);
  const signedIn = await idp.signIn(email, 'another one 2');
  expect(signedIn).toMatchObject({ mfaInfo: [{ mfaEnrollmentId: expect.any(String) }] });
  for (const body of [reset.body, signedIn]) expect(body).not.toHaveProperty('idToken');
});

test('[IDP-07] rejects the text code of another sign-in', async (idp) => {
  await idp.enrollPhone((await idp.signUpVerified()).idToken);
  const mine = await phoneVerification(idp, await idp.beginSignIn());
  const { credential } = await idp.beginSignIn();
  await idp.expectError('INVALID_SESSION_INFO', finish, { ...mine, mfaPendingCredential: credential });
  await idp.ok(finish, mine);
});

test('[IDP-12] returns a distinct error for each missing or invalid field', async (idp) => {
  await idp.enrollApp((await idp.signUpVerified()).idToken);
  const { credential, ids } = await idp.beginSignIn();
  const mine = { mfaPendingCredential: credential };
  const cases: [string, object, string][] = [
    [start, {}, 'MISSING_MFA_PENDING_CREDENTIAL'],
    [start, { mfaPendingCredential: 'x', mfaEnrollmentId: 'y' }, 'INVALID_MFA_PENDING_CREDENTIAL'],
    [start, { ...mine, mfaEnrollmentId: ids[0] }, 'INVALID_ARGUMENT'],
    [finish, {}, 'MISSING_CREDENTIAL'],
    [finish, mine, 'INVALID_ARGUMENT'],
    [finish, { ...mine, totpVerificationInfo: { verificationCode: '1' } }, 'MISSING_MFA_ENROLLMENT_ID'],
    [finish, { ...mine, mfaEnrollmentId: ids[0], totpVerificationInfo: {} }, 'MISSING_CODE'],
    [finish, appVerification({ credential, ids: ['y'] }, '123456'), 'MFA_ENROLLMENT_NOT_FOUND'],
    [finish, appVerification({ credential: 'x', ids }, '123456'), 'INVALID_MFA_PENDING_CREDENTIAL'],
    [finish, { ...mine, phoneVerificationInfo: { code: '1' } }, 'MISSING_SESSION_INFO'],
  ];
  for (const [call, body, code] of cases) await idp.expectError(new RegExp(`^${code}( : |$)`), call, body);
});
