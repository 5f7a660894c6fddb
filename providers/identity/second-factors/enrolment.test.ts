import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { minutes, seconds } from '#platform/time.ts';
import {
  accepted,
  appCode,
  codeIn,
  createTestIdentity,
  email,
  linkIn,
  onBoth,
  other,
  phoneNumber,
  type TestIdentity,
  test,
} from '../testing/test-identity.ts';
import { newTotpSecret, stepOfCode } from './totp.ts';

const start = 'mfaEnrollment:start';
const finish = 'mfaEnrollment:finalize';
const withdraw = 'mfaEnrollment:withdraw';

const secondFactorIn = (token: unknown) =>
  (decodeJwt(String(token)).firebase as Record<string, string>).second_factor_identifier;

/** What the code of an app finishes, the code that it shows `off` ms from now. */
async function appStarted(on: TestIdentity, idToken: string, off = 0) {
  const { secret, sessionInfo } = await on.startApp(idToken);
  const verificationCode = appCode(secret, on.now() + off);
  return { secret, body: { idToken, totpVerificationInfo: { sessionInfo, verificationCode } } };
}

onBoth((_open, test) => {
  test('[IDP-07] an app is added once, however often its code is sent; its secret rests encrypted', async (on) => {
    const { idToken } = await on.signUpVerified();
    const { secret, body } = await appStarted(on, idToken);
    const added = accepted(await on.repeat(20, finish, body));
    expect(added).toHaveLength(1);
    expect(await on.lookUp(added[0]?.idToken)).toMatchObject({ mfaInfo: [{ totpInfo: {} }] });
    const stored = JSON.stringify(await on.tables.selectFrom('identity_factor').selectAll().execute());
    expect(stored).toContain('totp_secret');
    expect(stored).not.toContain(secret);
  });

  test('[IDP-07] adding a factor ends every other session; the new tokens name it; a mail tells', async (on) => {
    const { idToken } = await on.signUpVerified();
    const thief = await on.signIn();
    const tokens = await on.enrolPhone(idToken);
    await on.over(idToken);
    await on.over(thief.idToken);
    const { mfaInfo } = await on.lookUp(tokens.idToken);
    expect(mfaInfo).toMatchObject([{ phoneInfo: phoneNumber }]);
    expect(secondFactorIn(tokens.idToken)).toBe(mfaInfo[0]?.mfaEnrollmentId);
    const told = (await on.sentMails()).at(-1);
    expect(told).toMatchObject({ to: email, subject: expect.stringContaining('switched on') });
  });

  test('[IDP-07] who did not add the factor is rid of it, and of whoever did, by the mailed link', async (on) => {
    const { idToken } = await on.enrolApp((await on.signUpVerified()).idToken);
    const mail = (await on.sentMails()).at(-1);
    expect(linkIn(mail).searchParams.get('mode')).toBe('revertSecondFactorAddition');
    const oobCode = codeIn(mail);
    const described = { requestType: 'REVERT_SECOND_FACTOR_ADDITION', email, mfaInfo: { totpInfo: {} } };
    expect(await on.ok('resetPassword', { oobCode })).toMatchObject(described);
    await on.refused('INVALID_OOB_CODE', 'resetPassword', { oobCode, newPassword: 'another one 2' });
    expect(accepted(await on.repeat(3, 'update', { oobCode }))).toHaveLength(1);
    await on.over(idToken);
    expect(await on.signIn()).toHaveProperty('idToken');
  });

  test('[IDP-07] removing a factor ends every other session, keeps the rest, and a mail tells', async (on) => {
    const phone = await on.enrolPhone((await on.signUpVerified()).idToken);
    const { idToken } = await on.enrolApp(phone.idToken);
    const { ids } = await on.beginSignIn();
    const [phoneId, appId] = ids;
    const one = await on.ok(withdraw, { idToken, mfaEnrollmentId: phoneId });
    expect(secondFactorIn(one.idToken)).toBe(appId);
    await on.over(idToken);
    const told = (await on.sentMails()).at(-1);
    expect(told).toMatchObject({ to: email, subject: expect.stringContaining('removed') });
    const again = { idToken: one.idToken, mfaEnrollmentId: phoneId };
    await on.refused('MFA_ENROLLMENT_NOT_FOUND', withdraw, again);
    const last = { idToken: one.idToken, mfaEnrollmentId: appId };
    expect(accepted(await on.repeat(5, withdraw, last))).toHaveLength(1);
    expect(await on.signIn()).toHaveProperty('idToken');
  });

  test('[IDP-07] five factors at most, and no number twice, at once either', async (on) => {
    const account = await on.signUpVerified();
    const body = (idToken: string, number = phoneNumber) => ({
      idToken,
      phoneEnrollmentInfo: { phoneNumber: number },
    });
    const twice = accepted(await on.repeat(2, start, body(account.idToken)));
    await on.textedCode();
    const tries = twice.flatMap(({ phoneSessionInfo: { sessionInfo } }) =>
      on.texts.map(({ text }) => ({ sessionInfo, code: text.slice(0, 6) })),
    );
    expect(tries).toHaveLength(4);
    const answers = tries.map((phoneVerificationInfo) =>
      on.post(finish, { idToken: account.idToken, phoneVerificationInfo }),
    );
    const added = accepted(await Promise.all(answers));
    expect(added).toHaveLength(1);
    let idToken = String(added[0]?.idToken);
    const known = 'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.';
    await on.refused(known, start, body(idToken));
    for (const n of [1, 2, 3, 4]) ({ idToken } = await on.enrolPhone(idToken, `+88019123456${n}0`));
    await on.refused(/^SECOND_FACTOR_LIMIT_EXCEEDED/, start, body(idToken, '+8801912345699'));
    await on.refused(/^SECOND_FACTOR_LIMIT_EXCEEDED/, start, { idToken, totpEnrollmentInfo: {} });
  });
});

test('[IDP-07] an enrolment is good for ten minutes and five codes, and for its own account', async (on) => {
  const { idToken } = await on.signUpVerified();
  const stranger = await on.signUpVerified(other);
  const { body } = await appStarted(on, idToken);
  await on.refused('INVALID_SESSION_INFO', finish, { ...body, idToken: stranger.idToken });
  const { sessionInfo } = body.totpVerificationInfo;
  const wrong = { idToken, totpVerificationInfo: { sessionInfo, verificationCode: '12345' } };
  for (let tries = 0; tries < 5; tries++) await on.refused('INVALID_CODE', finish, wrong);
  await on.refused('SESSION_EXPIRED', finish, body);

  const late = await appStarted(on, idToken, minutes(10));
  on.pass(minutes(10));
  await on.refused('SESSION_EXPIRED', finish, late.body);
  await on.refused('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', start, { idToken, totpEnrollmentInfo: {} });
});

test('[IDP-07] a code that texts one thing proves no other', async (on) => {
  const { idToken } = await on.signUpVerified();
  const forSignIn = { idToken, phoneVerificationInfo: await on.texted() };
  await on.refused('INVALID_SESSION_INFO', finish, forSignIn);
  const { phoneSessionInfo } = await on.ok(start, { idToken, phoneEnrollmentInfo: { phoneNumber } });
  const forEnrolment = { ...phoneSessionInfo, code: await on.textedCode() };
  await on.refused('INVALID_SESSION_INFO', 'signInWithPhoneNumber', forEnrolment);
});

test('[IDP-07] the clock of a telephone may be half a minute off, no more', async (on) => {
  let { idToken } = await on.signUpVerified();
  for (const off of [-60, 60]) {
    await on.refused('INVALID_CODE', finish, (await appStarted(on, idToken, seconds(off))).body);
  }
  for (const off of [-30, 30]) {
    ({ idToken } = await on.ok(finish, (await appStarted(on, idToken, seconds(off))).body));
  }
});

test('[IDP-12] each thing that is missing or unknown is told apart', async (on) => {
  const { idToken } = await on.signUpVerified();
  const unknown = { sessionInfo: 'x', verificationCode: '123456' };
  const cases: [string, object, string | RegExp][] = [
    [start, { phoneEnrollmentInfo: {} }, 'INVALID_PHONE_NUMBER : Invalid format.'],
    [start, { phoneEnrollmentInfo: 'x' }, /^INVALID_ARGUMENT/],
    [start, {}, /^INVALID_ARGUMENT/],
    [finish, {}, /^INVALID_ARGUMENT/],
    [finish, { phoneVerificationInfo: {} }, 'MISSING_CODE'],
    [finish, { phoneVerificationInfo: { sessionInfo: 'x' } }, 'MISSING_CODE'],
    [finish, { totpVerificationInfo: {} }, 'MISSING_SESSION_INFO'],
    [finish, { totpVerificationInfo: { sessionInfo: 'x' } }, 'MISSING_CODE'],
    [finish, { totpVerificationInfo: unknown }, 'INVALID_SESSION_INFO'],
    [finish, { totpVerificationInfo: {}, displayName: 'x'.repeat(257) }, /^INVALID_ARGUMENT/],
    [finish, { totpVerificationInfo: {}, displayName: '\u3164' }, /^INVALID_ARGUMENT : .* no visible/],
  ];
  for (const [call, body, message] of cases) await on.refused(message, call, { idToken, ...body });
});

test('[IDP-07] a number is first or second factor, never both', async (on) => {
  const { idToken } = await on.signUpVerified();
  await on.ok('signInWithPhoneNumber', { ...(await on.texted()), idToken });
  const same = { idToken, phoneEnrollmentInfo: { phoneNumber } };
  await on.refused(/^UNSUPPORTED_FIRST_FACTOR/, start, same);
  await on.ok(start, { idToken, phoneEnrollmentInfo: { phoneNumber: '+8801912345678' } });
});

test('[IDP-07] without text messages apps still work', async () => {
  await using on = await createTestIdentity({ settings: { textMessages: false } });
  const { idToken } = await on.signUpVerified();
  const phone = { idToken, phoneEnrollmentInfo: { phoneNumber } };
  await on.refused('OPERATION_NOT_ALLOWED', start, phone);
  await on.enrolApp(idToken);
});

test('a code is of the step that it was made for, and of none that lies further away', () => {
  const now = Date.UTC(2026, 5, 1);
  const secret = newTotpSecret();
  const code = appCode(secret, now);
  const step = now / 30_000;
  expect(stepOfCode(secret, code, now)).toBe(step);
  expect(stepOfCode(secret, code, now + 30_000)).toBe(step);
  expect(stepOfCode(secret, code, now + 90_000)).toBeUndefined();
});

it.each(['٣٤٥٦٧٨', 'ààààà1', '\ud800'.repeat(6), '12345', '1234567', '12 456', ''])(
  '%j is no code',
  (code) => {
    expect(stepOfCode(newTotpSecret(), code, Date.now())).toBeUndefined();
  },
);
