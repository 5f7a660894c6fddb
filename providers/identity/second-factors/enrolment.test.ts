import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes, seconds } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import {
  appCode,
  beginSignIn,
  enrolApp,
  enrolPhone,
  person,
  phoneNumber,
  signUpVerified,
  startApp,
} from '../testing/enrolled.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

const refusal = (message: string | RegExp) => ({
  status: 400,
  body: { error: { message: typeof message === 'string' ? message : expect.stringMatching(message) } },
});
const fine = { status: 200 };

const start = (identity: TestIdentity, body: object) =>
  identity.post('/v2/accounts/mfaEnrollment:start', body);
const finish = (identity: TestIdentity, body: object) =>
  identity.post('/v2/accounts/mfaEnrollment:finalize', body);
const withdraw = (identity: TestIdentity, body: object) =>
  identity.post('/v2/accounts/mfaEnrollment:withdraw', body);
const lookUp = (identity: TestIdentity, idToken: string) => identity.post('/v1/accounts:lookup', { idToken });

const secondFactorIn = (token: string) =>
  (decodeJwt(token).firebase as Record<string, string>).second_factor_identifier;

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-07] an app is added once, however often its code is sent; its secret rests encrypted', async () => {
    const now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const idToken = await signUpVerified(identity);
    const { secret, sessionInfo } = await startApp(identity, idToken);
    const body = {
      idToken,
      totpVerificationInfo: { sessionInfo, verificationCode: appCode(secret, now) },
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(identity, body)));
    const added = answers.filter(({ status }) => status === 200);
    expect(added).toHaveLength(1);
    const record = await lookUp(identity, String(added[0]?.body.idToken));
    expect(record.body).toMatchObject({ users: [{ mfaInfo: [{ totpInfo: {} }] }] });
    const kept = JSON.stringify(
      await identity.db
        .selectFrom('identity_factor' as never)
        .selectAll()
        .execute(),
    );
    expect(kept).toContain('totp_secret');
    expect(kept).not.toContain(secret);
  });

  test('[IDP-07] adding a factor ends every other session; the new tokens name it; a mail tells', async () => {
    await using identity = await openIdentity({ open });
    const idToken = await signUpVerified(identity);
    const thief = await identity.post('/v1/accounts:signInWithPassword', person);
    const tokens = await enrolPhone(identity, idToken);
    for (const token of [idToken, String(thief.body.idToken)]) {
      expect(await lookUp(identity, token)).toMatchObject(refusal('TOKEN_EXPIRED'));
    }
    const record = await lookUp(identity, tokens.idToken);
    const [{ mfaInfo }] = record.body.users as [{ mfaInfo: { mfaEnrollmentId: string }[] }];
    expect(mfaInfo).toMatchObject([{ phoneInfo: phoneNumber }]);
    expect(secondFactorIn(tokens.idToken)).toBe(mfaInfo[0]?.mfaEnrollmentId);
    const told = (await identity.sentMails()).at(-1);
    expect(told).toMatchObject({ to: person.email, subject: expect.stringContaining('switched on') });
  });

  test('[IDP-07] who did not add the factor is rid of it, and of whoever did, by the mailed link', async () => {
    const now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken } = await enrolApp(identity, await signUpVerified(identity), now);
    const link = new URL(/https?:\S+/.exec((await identity.sentMails()).at(-1)?.text ?? '')?.[0] ?? '');
    expect(link.searchParams.get('mode')).toBe('revertSecondFactorAddition');
    const oobCode = link.searchParams.get('oobCode');
    expect(await identity.post('/v1/accounts:resetPassword', { oobCode })).toMatchObject({
      status: 200,
      body: { requestType: 'REVERT_SECOND_FACTOR_ADDITION', email: person.email, mfaInfo: { totpInfo: {} } },
    });
    const reset = { oobCode, newPassword: 'another one 2' };
    expect(await identity.post('/v1/accounts:resetPassword', reset)).toMatchObject(
      refusal('INVALID_OOB_CODE'),
    );
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => identity.post('/v1/accounts:update', { oobCode })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await lookUp(identity, idToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
    const signIn = await identity.post('/v1/accounts:signInWithPassword', person);
    expect(signIn.body).toHaveProperty('idToken');
  });

  test('[IDP-07] removing a factor ends every other session, keeps the rest, and a mail tells', async () => {
    const now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const phone = await enrolPhone(identity, await signUpVerified(identity));
    const { idToken } = await enrolApp(identity, phone.idToken, now);
    const { ids } = await beginSignIn(identity);
    const [phoneId, appId] = ids;
    const one = await withdraw(identity, { idToken, mfaEnrollmentId: phoneId });
    expect(one).toMatchObject(fine);
    expect(secondFactorIn(String(one.body.idToken))).toBe(appId);
    expect(await lookUp(identity, idToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect((await identity.sentMails()).at(-1)).toMatchObject({
      to: person.email,
      subject: expect.stringContaining('removed'),
    });
    const again = { idToken: one.body.idToken, mfaEnrollmentId: phoneId };
    expect(await withdraw(identity, again)).toMatchObject(refusal('MFA_ENROLLMENT_NOT_FOUND'));
    const last = { idToken: one.body.idToken, mfaEnrollmentId: appId };
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw(identity, last)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const signIn = await identity.post('/v1/accounts:signInWithPassword', person);
    expect(signIn.body).toHaveProperty('idToken');
  });

  test('[IDP-07] five factors at most, and no number twice, at once either', async () => {
    await using identity = await openIdentity({ open });
    let idToken = await signUpVerified(identity);
    const twice = await Promise.all([
      start(identity, { idToken, phoneEnrollmentInfo: { phoneNumber } }),
      start(identity, { idToken, phoneEnrollmentInfo: { phoneNumber } }),
    ]);
    const codes = identity.texts;
    await identity.textedCode();
    const sessions = twice.map(({ body }) => (body.phoneSessionInfo as { sessionInfo: string }).sessionInfo);
    const tries = sessions.flatMap((sessionInfo) =>
      codes.map(({ text }) => ({ sessionInfo, code: text.slice(0, 6) })),
    );
    const answers = await Promise.all(
      tries.map((phoneVerificationInfo) => finish(identity, { idToken, phoneVerificationInfo })),
    );
    const added = answers.filter(({ status }) => status === 200);
    expect(added).toHaveLength(1);
    idToken = String(added[0]?.body.idToken);
    expect(await start(identity, { idToken, phoneEnrollmentInfo: { phoneNumber } })).toMatchObject(
      refusal('SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.'),
    );
    for (const n of [1, 2, 3, 4]) ({ idToken } = await enrolPhone(identity, idToken, `+88019123456${n}0`));
    const sixth = { idToken, phoneEnrollmentInfo: { phoneNumber: '+8801912345699' } };
    expect(await start(identity, sixth)).toMatchObject(refusal(/^SECOND_FACTOR_LIMIT_EXCEEDED/));
    expect(await start(identity, { idToken, totpEnrollmentInfo: {} })).toMatchObject(
      refusal(/^SECOND_FACTOR_LIMIT_EXCEEDED/),
    );
  });
});

test('[IDP-07] an enrolment is good for ten minutes and five codes, and for its own account', async () => {
  let now = Date.now();
  await using identity = await openIdentity({ clock: () => now });
  const idToken = await signUpVerified(identity);
  const other = await signUpVerified(identity, 'karim@example.com');
  const { secret, sessionInfo } = await startApp(identity, idToken);
  const send = (token: string, verificationCode: string) =>
    finish(identity, { idToken: token, totpVerificationInfo: { sessionInfo, verificationCode } });
  expect(await send(other, appCode(secret, now))).toMatchObject(refusal('INVALID_SESSION_INFO'));
  for (let tries = 0; tries < 5; tries++) {
    expect(await send(idToken, '12345')).toMatchObject(refusal('INVALID_CODE'));
  }
  expect(await send(idToken, appCode(secret, now))).toMatchObject(refusal('SESSION_EXPIRED'));

  const late = await startApp(identity, idToken);
  now += minutes(10);
  const verificationCode = appCode(late.secret, now);
  const body = { idToken, totpVerificationInfo: { sessionInfo: late.sessionInfo, verificationCode } };
  expect(await finish(identity, body)).toMatchObject(refusal('SESSION_EXPIRED'));
  expect(await start(identity, { idToken, totpEnrollmentInfo: {} })).toMatchObject(
    refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'),
  );
});

test('[IDP-07] a code that texts one thing proves no other', async () => {
  await using identity = await openIdentity();
  const idToken = await signUpVerified(identity);
  const sent = await identity.post('/v1/accounts:sendVerificationCode', { phoneNumber });
  const forSignIn = { sessionInfo: sent.body.sessionInfo, code: await identity.textedCode() };
  expect(await finish(identity, { idToken, phoneVerificationInfo: forSignIn })).toMatchObject(
    refusal('INVALID_SESSION_INFO'),
  );
  const begun = await start(identity, { idToken, phoneEnrollmentInfo: { phoneNumber } });
  const { sessionInfo } = begun.body.phoneSessionInfo as { sessionInfo: string };
  const forEnrolment = { sessionInfo, code: await identity.textedCode() };
  expect(await identity.post('/v1/accounts:signInWithPhoneNumber', forEnrolment)).toMatchObject(
    refusal('INVALID_SESSION_INFO'),
  );
});

test('[IDP-07] the clock of a telephone may be half a minute off, no more', async () => {
  const now = Date.now();
  await using identity = await openIdentity({ clock: () => now });
  let idToken = await signUpVerified(identity);
  for (const [off, right] of [
    [-60, false],
    [60, false],
    [-30, true],
    [30, true],
  ] as const) {
    const { secret, sessionInfo } = await startApp(identity, idToken);
    const verificationCode = appCode(secret, now + seconds(off));
    const answer = await finish(identity, {
      idToken,
      totpVerificationInfo: { sessionInfo, verificationCode },
    });
    expect(answer.status, `${off} s`).toBe(right ? 200 : 400);
    if (right) idToken = String(answer.body.idToken);
  }
});

test.each([
  [{ phoneEnrollmentInfo: {} }, 'INVALID_PHONE_NUMBER : Invalid format.'],
  [{ phoneEnrollmentInfo: 'x' }, /^INVALID_ARGUMENT/],
  [{}, /^INVALID_ARGUMENT/],
])('[IDP-12] beginning with %j is refused', async (body, message) => {
  await using identity = await openIdentity();
  const idToken = await signUpVerified(identity);
  expect(await start(identity, { idToken, ...body })).toMatchObject(refusal(message));
});

test.each([
  [{ phoneVerificationInfo: {} }, 'MISSING_CODE'],
  [{ phoneVerificationInfo: { sessionInfo: 'x' } }, 'MISSING_CODE'],
  [{ totpVerificationInfo: {} }, 'MISSING_SESSION_INFO'],
  [{ totpVerificationInfo: { sessionInfo: 'x' } }, 'MISSING_CODE'],
  [{ totpVerificationInfo: { sessionInfo: 'x', verificationCode: '123456' } }, 'INVALID_SESSION_INFO'],
  [{ totpVerificationInfo: {}, displayName: 'x'.repeat(257) }, /^INVALID_ARGUMENT/],
  [{ totpVerificationInfo: {}, displayName: '\u3164' }, /^INVALID_ARGUMENT : displayName has no visible/],
  [{}, /^INVALID_ARGUMENT/],
])('[IDP-12] ending with %j is refused', async (body, message) => {
  await using identity = await openIdentity();
  const idToken = await signUpVerified(identity);
  expect(await finish(identity, { idToken, ...body })).toMatchObject(refusal(message));
});

test('[IDP-07] a number is first or second factor, never both', async () => {
  await using identity = await openIdentity();
  const idToken = await signUpVerified(identity);
  const sent = await identity.post('/v1/accounts:sendVerificationCode', { phoneNumber });
  const texted = { sessionInfo: sent.body.sessionInfo, code: await identity.textedCode(), idToken };
  expect(await identity.post('/v1/accounts:signInWithPhoneNumber', texted)).toMatchObject(fine);
  const same = { idToken, phoneEnrollmentInfo: { phoneNumber } };
  expect(await start(identity, same)).toMatchObject(refusal(/^UNSUPPORTED_FIRST_FACTOR/));
  const another = { idToken, phoneEnrollmentInfo: { phoneNumber: '+8801912345678' } };
  expect(await start(identity, another)).toMatchObject(fine);
});

test('[IDP-07] without text messages apps still work', async () => {
  const now = Date.now();
  await using identity = await openIdentity({ clock: () => now, settings: { textMessages: false } });
  const idToken = await signUpVerified(identity);
  const phone = { idToken, phoneEnrollmentInfo: { phoneNumber } };
  expect(await start(identity, phone)).toMatchObject(refusal('OPERATION_NOT_ALLOWED'));
  await enrolApp(identity, idToken, now);
});
