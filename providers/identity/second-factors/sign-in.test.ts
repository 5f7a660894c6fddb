import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { minutes, seconds } from '#platform/time.ts';
import { disableUser, removeSecondFactors } from '../administration.ts';
import {
  accepted,
  appCode,
  email,
  onBoth,
  phoneNumber,
  succeeded,
  type TestIdentity,
  test,
  testWith,
} from '../testing/test-identity.ts';

const start = 'mfaSignIn:start';
const finish = 'mfaSignIn:finalize';
const over = /^INVALID_MFA_PENDING_CREDENTIAL/;

type Begun = { credential: string; ids: string[] };

const byApp = ({ credential, ids }: Begun, verificationCode: string) => ({
  mfaPendingCredential: credential,
  mfaEnrollmentId: ids[0],
  totpVerificationInfo: { verificationCode },
});

/** Has a code texted for a sign-in that was begun; gives what ends it. */
async function byPhone(on: TestIdentity, { credential: mfaPendingCredential, ids }: Begun) {
  const request = { mfaPendingCredential, mfaEnrollmentId: ids[0], phoneSignInInfo: {} };
  const { phoneResponseInfo } = await on.ok(start, request);
  const phoneVerificationInfo = { ...phoneResponseInfo, code: await on.textedCode(phoneNumber) };
  return { mfaPendingCredential, phoneVerificationInfo };
}

onBoth((open) => {
  /** Somebody with an app, a minute after it was added: its code of that time was used. */
  async function openWithApp() {
    const on = await open();
    const { idToken, secret } = await on.enrolApp((await on.signUpVerified()).idToken);
    on.pass(seconds(60));
    return { ...on, idToken, secret, code: (off = 0) => appCode(secret, on.now() + off) };
  }
  const test = testWith(openWithApp);

  test('[IDP-07] a texted code ends the sign-in, for one of twenty; the session names the factor', async () => {
    await using on = await open();
    await on.enrolPhone((await on.signUpVerified()).idToken);
    const begun = await on.beginSignIn();
    const entered = accepted(await on.repeat(20, finish, await byPhone(on, begun)));
    expect(entered).toHaveLength(1);
    const refreshed = await on.refresh(entered[0]?.refreshToken);
    for (const token of [entered[0]?.idToken, refreshed.body.id_token]) {
      expect(decodeJwt(String(token)).firebase).toMatchObject({
        sign_in_provider: 'password',
        sign_in_second_factor: 'phone',
        second_factor_identifier: begun.ids[0],
      });
    }
  });

  test('[IDP-07] a code of an app is good once, at two half begun sign-ins too, and no older one after it', async (on) => {
    const begun = await Promise.all(Array.from({ length: 4 }, () => on.beginSignIn()));
    const answers = await Promise.all(begun.map((each) => on.post(finish, byApp(each, on.code()))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const again = begun.find((_, i) => answers[i]?.status === 400) as Begun;
    await on.refused('INVALID_CODE', finish, byApp(again, on.code(-seconds(30))));
    on.pass(seconds(30));
    await on.ok(finish, byApp(again, on.code()));
  });

  test('[IDP-07] a half begun sign-in is good for ten minutes and five codes', async (on) => {
    const guessed = await on.beginSignIn();
    const guesses = await on.repeat(8, finish, byApp(guessed, '12345x'));
    expect(guesses.filter(({ body }) => body.error.message === 'INVALID_CODE')).toHaveLength(5);
    await on.refused(over, finish, byApp(guessed, on.code()));

    const late = await on.beginSignIn();
    on.pass(minutes(10));
    await on.refused(over, finish, byApp(late, on.code()));
    const text = { mfaPendingCredential: late.credential, mfaEnrollmentId: late.ids[0] };
    await on.refused(over, start, text);
  });

  test('[IDP-07] who knows the password cannot guess codes for ever', async (on) => {
    for (let tries = 0; tries < 10; tries++) {
      await on.refused('INVALID_CODE', finish, byApp(await on.beginSignIn(), '12345x'));
    }
    await on.refused('TOO_MANY_ATTEMPTS_TRY_LATER', finish, byApp(await on.beginSignIn(), '12345x'));
  });

  test('[IDP-07] a new password, and a disabled account, end what was half begun', async (on) => {
    const begun = await on.beginSignIn();
    const newPassword = 'another one 2';
    await on.ok('update', { idToken: on.idToken, password: newPassword });
    await on.refused(over, finish, byApp(begun, on.code()));
    await disableUser(on.db, email);
    await on.refused('USER_DISABLED', 'signInWithPassword', { email, password: newPassword });
  });

  test('[IDP-07] the operator helps who lost phone and app: the password is enough again', async (on) => {
    expect(await removeSecondFactors(on.db, 'Rahim@Example.com')).toBe(true);
    expect(await removeSecondFactors(on.db, 'nobody@example.com')).toBe(false);
    await on.over(on.idToken);
    expect(await on.signIn()).toHaveProperty('idToken');
  });
});

test('[IDP-05] [IDP-07] a new password by the mailed link is no way around the second factor', async (on) => {
  await on.enrolPhone((await on.signUpVerified()).idToken);
  const reset = await on.reset(email, 'another one 2');
  expect(reset).toMatchObject(succeeded);
  const entered = await on.signIn(email, 'another one 2');
  expect(entered).toMatchObject({ mfaInfo: [{ mfaEnrollmentId: expect.any(String) }] });
  for (const body of [reset.body, entered]) expect(body).not.toHaveProperty('idToken');
});

test('[IDP-07] a texted code belongs to its own sign-in', async (on) => {
  await on.enrolPhone((await on.signUpVerified()).idToken);
  const mine = await byPhone(on, await on.beginSignIn());
  const { credential } = await on.beginSignIn();
  await on.refused('INVALID_SESSION_INFO', finish, { ...mine, mfaPendingCredential: credential });
  await on.ok(finish, mine);
});

test('[IDP-12] each thing that is missing or unknown is told apart', async (on) => {
  await on.enrolApp((await on.signUpVerified()).idToken);
  const { credential, ids } = await on.beginSignIn();
  const mine = { mfaPendingCredential: credential };
  const cases: [string, object, string][] = [
    [start, {}, 'MISSING_MFA_PENDING_CREDENTIAL'],
    [start, mine, 'MISSING_MFA_ENROLLMENT_ID'],
    [start, { mfaPendingCredential: 'x', mfaEnrollmentId: 'y' }, 'INVALID_MFA_PENDING_CREDENTIAL'],
    [start, { ...mine, mfaEnrollmentId: 'y' }, 'MFA_ENROLLMENT_NOT_FOUND'],
    [start, { ...mine, mfaEnrollmentId: ids[0] }, 'INVALID_ARGUMENT'],
    [finish, {}, 'MISSING_CREDENTIAL'],
    [finish, mine, 'INVALID_ARGUMENT'],
    [finish, { ...mine, totpVerificationInfo: { verificationCode: '1' } }, 'MISSING_MFA_ENROLLMENT_ID'],
    [finish, { ...mine, mfaEnrollmentId: ids[0], totpVerificationInfo: {} }, 'MISSING_CODE'],
    [finish, byApp({ credential, ids: ['y'] }, '123456'), 'MFA_ENROLLMENT_NOT_FOUND'],
    [finish, byApp({ credential: 'x', ids }, '123456'), 'INVALID_MFA_PENDING_CREDENTIAL'],
    [finish, { ...mine, phoneVerificationInfo: { code: '1' } }, 'MISSING_SESSION_INFO'],
  ];
  for (const [call, body, code] of cases) await on.refused(new RegExp(`^${code}( : |$)`), call, body);
});
