import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { minutes, seconds } from '#platform/time.ts';
import {
  appCode,
  createTestIdentity,
  email,
  extractCode,
  extractLink,
  onBoth,
  other,
  phoneNumber,
  successfulBodies,
  type TestIdentity,
  test,
} from '../testing/test-identity.ts';
import { findTimeStep, generateTotpSecret } from './totp.ts';

const start = 'mfaEnrollment:start';
const finish = 'mfaEnrollment:finalize';
const withdraw = 'mfaEnrollment:withdraw';

const secondFactorId = (token: unknown) =>
  (decodeJwt(String(token)).firebase as Record<string, string>).second_factor_identifier;

/**
 * Starts an app enrollment and returns the body that finishes it, with the app's code of `drift` ms from now.
 */
async function startWithCode(idp: TestIdentity, idToken: string, drift = 0) {
  const { secret, sessionInfo } = await idp.startAppEnrollment(idToken);
  const verificationCode = appCode(secret, idp.now() + drift);
  return { secret, body: { idToken, totpVerificationInfo: { sessionInfo, verificationCode } } };
}

onBoth((_open, test) => {
  test('[IDP-07] adds an app once for concurrent requests, and stores its secret encrypted', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const { secret, body } = await startWithCode(idp, idToken);
    const added = successfulBodies(await idp.repeat(20, finish, body));
    expect(added).toHaveLength(1);
    expect(await idp.lookUp(added[0]?.idToken)).toMatchObject({ mfaInfo: [{ totpInfo: {} }] });
    const stored = JSON.stringify(await idp.tables.selectFrom('identity_factor').selectAll().execute());
    expect(stored).toContain('totp_secret');
    expect(stored).not.toContain(secret);
  });

  test('[IDP-07] adding a factor ends all other sessions, puts it into the new tokens, and notifies by email', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const thief = await idp.signIn();
    const tokens = await idp.enrollPhone(idToken);
    await idp.expectSessionEnded(idToken);
    await idp.expectSessionEnded(thief.idToken);
    const { mfaInfo } = await idp.lookUp(tokens.idToken);
    expect(mfaInfo).toMatchObject([{ phoneInfo: phoneNumber }]);
    expect(secondFactorId(tokens.idToken)).toBe(mfaInfo[0]?.mfaEnrollmentId);
    const notice = (await idp.sentEmails()).at(-1);
    expect(notice).toMatchObject({
      to: email,
      subject: expect.stringContaining('verification method was added'),
    });
  });

  test('[IDP-07] the link in the notification removes an added factor and ends all sessions', async (idp) => {
    const { idToken } = await idp.enrollApp((await idp.signUpVerified()).idToken);
    const mail = (await idp.sentEmails()).at(-1);
    expect(extractLink(mail).searchParams.get('mode')).toBe('revertSecondFactorAddition');
    const oobCode = extractCode(mail);
    const described = { requestType: 'REVERT_SECOND_FACTOR_ADDITION', email, mfaInfo: { totpInfo: {} } };
    expect(await idp.ok('resetPassword', { oobCode })).toMatchObject(described);
    await idp.expectError('INVALID_OOB_CODE', 'resetPassword', { oobCode, newPassword: 'another one 2' });
    expect(successfulBodies(await idp.repeat(3, 'update', { oobCode }))).toHaveLength(1);
    await idp.expectSessionEnded(idToken);
    expect(await idp.signIn()).toHaveProperty('idToken');
  });

  test('[IDP-07] removing a factor ends all other sessions, keeps the other factors, and notifies by email', async (idp) => {
    const phone = await idp.enrollPhone((await idp.signUpVerified()).idToken);
    const { idToken } = await idp.enrollApp(phone.idToken);
    const { ids } = await idp.beginSignIn();
    const [phoneId, appId] = ids;
    const one = await idp.ok(withdraw, { idToken, mfaEnrollmentId: phoneId });
    expect(secondFactorId(one.idToken)).toBe(appId);
    await idp.expectSessionEnded(idToken);
    const notice = (await idp.sentEmails()).at(-1);
    expect(notice).toMatchObject({ to: email, subject: expect.stringContaining('removed') });
    const again = { idToken: one.idToken, mfaEnrollmentId: phoneId };
    await idp.expectError('MFA_ENROLLMENT_NOT_FOUND', withdraw, again);
    const last = { idToken: one.idToken, mfaEnrollmentId: appId };
    expect(successfulBodies(await idp.repeat(5, withdraw, last))).toHaveLength(1);
    expect(await idp.signIn()).toHaveProperty('idToken');
  });

  test('[IDP-07] allows at most five factors and each number once, even for concurrent requests', async (idp) => {
    const account = await idp.signUpVerified();
    const body = (idToken: string, number = phoneNumber) => ({
      idToken,
      phoneEnrollmentInfo: { phoneNumber: number },
    });
    const twice = successfulBodies(await idp.repeat(2, start, body(account.idToken)));
    await idp.textedCode();
    const tries = twice.flatMap(({ phoneSessionInfo: { sessionInfo } }) =>
      idp.texts.map(({ text }) => ({ sessionInfo, code: text.slice(0, 6) })),
    );
    expect(tries).toHaveLength(4);
    const responses = tries.map((phoneVerificationInfo) =>
      idp.post(finish, { idToken: account.idToken, phoneVerificationInfo }),
    );
    const added = successfulBodies(await Promise.all(responses));
    expect(added).toHaveLength(1);
    let idToken = String(added[0]?.idToken);
    const known = 'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.';
    await idp.expectError(known, start, body(idToken));
    for (const n of [1, 2, 3, 4]) ({ idToken } = await idp.enrollPhone(idToken, `+88019123456${n}0`));
    await idp.expectError(/^SECOND_FACTOR_LIMIT_EXCEEDED/, start, body(idToken, '+8801912345699'));
    await idp.expectError(/^SECOND_FACTOR_LIMIT_EXCEEDED/, start, { idToken, totpEnrollmentInfo: {} });
  });
});

test('[IDP-07] an enrollment expires after ten minutes or five codes and is bound to its account', async (idp) => {
  const { idToken } = await idp.signUpVerified();
  const stranger = await idp.signUpVerified(other);
  const { body } = await startWithCode(idp, idToken);
  await idp.expectError('INVALID_SESSION_INFO', finish, { ...body, idToken: stranger.idToken });
  const { sessionInfo } = body.totpVerificationInfo;
  const wrong = { idToken, totpVerificationInfo: { sessionInfo, verificationCode: '12345' } };
  for (let tries = 0; tries < 5; tries++) await idp.expectError('INVALID_CODE', finish, wrong);
  await idp.expectError('SESSION_EXPIRED', finish, body);

  const late = await startWithCode(idp, idToken, minutes(10));
  idp.advanceClock(minutes(10));
  await idp.expectError('SESSION_EXPIRED', finish, late.body);
  await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', start, { idToken, totpEnrollmentInfo: {} });
});

test('[IDP-07] rejects a text code that was sent for another purpose', async (idp) => {
  const { idToken } = await idp.signUpVerified();
  const forSignIn = { idToken, phoneVerificationInfo: await idp.requestSmsCode() };
  await idp.expectError('INVALID_SESSION_INFO', finish, forSignIn);
  const { phoneSessionInfo } = await idp.ok(start, { idToken, phoneEnrollmentInfo: { phoneNumber } });
  const forEnrollment = { ...phoneSessionInfo, code: await idp.textedCode() };
  await idp.expectError('INVALID_SESSION_INFO', 'signInWithPhoneNumber', forEnrollment);
});

test('[IDP-07] tolerates a clock drift of 30 seconds, but not of 60', async (idp) => {
  let { idToken } = await idp.signUpVerified();
  for (const drift of [-60, 60]) {
    await idp.expectError('INVALID_CODE', finish, (await startWithCode(idp, idToken, seconds(drift))).body);
  }
  for (const drift of [-30, 30]) {
    ({ idToken } = await idp.ok(finish, (await startWithCode(idp, idToken, seconds(drift))).body));
  }
});

test('[IDP-12] returns a distinct error for each missing or invalid field', async (idp) => {
  const { idToken } = await idp.signUpVerified();
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
  for (const [call, body, message] of cases) await idp.expectError(message, call, { idToken, ...body });
});

test('[IDP-07] rejects a number that is already the first factor', async (idp) => {
  const { idToken } = await idp.signUpVerified();
  await idp.ok('signInWithPhoneNumber', { ...(await idp.requestSmsCode()), idToken });
  const same = { idToken, phoneEnrollmentInfo: { phoneNumber } };
  await idp.expectError(/^UNSUPPORTED_FIRST_FACTOR/, start, same);
  await idp.ok(start, { idToken, phoneEnrollmentInfo: { phoneNumber: '+8801912345678' } });
});

test('[IDP-07] apps work without text messages', async () => {
  await using idp = await createTestIdentity({ settings: { textMessages: false } });
  const { idToken } = await idp.signUpVerified();
  const phone = { idToken, phoneEnrollmentInfo: { phoneNumber } };
  await idp.expectError('OPERATION_NOT_ALLOWED', start, phone);
  await idp.enrollApp(idToken);
});

it.each(['٣٤٥٦٧٨', 'ààààà1', '\ud800'.repeat(6), '12345', '1234567', '12 456', ''])(
  'rejects %j as a code',
  (code) => {
    expect(findTimeStep(generateTotpSecret(), code, Date.now())).toBeUndefined();
  },
);
