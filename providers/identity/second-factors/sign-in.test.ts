import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes, seconds } from '#platform/time.ts';
import { disableUser, removeSecondFactors } from '../administration.ts';
import { identityMigrations } from '../schema/migrations.ts';
import {
  appCode,
  beginSignIn,
  enrolApp,
  enrolPhone,
  person,
  phoneNumber,
  signUpVerified,
} from '../testing/enrolled.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

const refusal = (message: string | RegExp) => ({
  status: 400,
  body: { error: { message: typeof message === 'string' ? message : expect.stringMatching(message) } },
});
const fine = { status: 200 };

const start = (identity: TestIdentity, body: object) => identity.post('/v2/accounts/mfaSignIn:start', body);
const finish = (identity: TestIdentity, body: object) =>
  identity.post('/v2/accounts/mfaSignIn:finalize', body);

const byApp = (
  mfaPendingCredential: string,
  mfaEnrollmentId: string | undefined,
  verificationCode: string,
) => ({
  mfaPendingCredential,
  mfaEnrollmentId,
  totpVerificationInfo: { verificationCode },
});

/** Has a code texted for a sign-in begun; gives what ends it. */
async function texted(
  identity: TestIdentity,
  mfaPendingCredential: string,
  mfaEnrollmentId: string | undefined,
) {
  const sent = await start(identity, { mfaPendingCredential, mfaEnrollmentId, phoneSignInInfo: {} });
  expect(sent).toMatchObject(fine);
  const { sessionInfo } = sent.body.phoneResponseInfo as { sessionInfo: string };
  const phoneVerificationInfo = { sessionInfo, code: await identity.textedCode(phoneNumber) };
  return { mfaPendingCredential, phoneVerificationInfo };
}

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-07] a texted code ends the sign-in, for one of twenty; the session names the factor', async () => {
    await using identity = await openIdentity({ open });
    await enrolPhone(identity, await signUpVerified(identity));
    const { credential, ids } = await beginSignIn(identity);
    const ending = await texted(identity, credential, ids[0]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(identity, ending)));
    const entered = answers.filter(({ status }) => status === 200);
    expect(entered).toHaveLength(1);
    const tokens = entered[0]?.body;
    const refreshed = await identity.post('/v1/token', {
      grant_type: 'refresh_token',
      refresh_token: tokens?.refreshToken,
    });
    for (const token of [tokens?.idToken, refreshed.body.id_token]) {
      expect(decodeJwt(String(token)).firebase).toMatchObject({
        sign_in_provider: 'password',
        sign_in_second_factor: 'phone',
        second_factor_identifier: ids[0],
      });
    }
  });

  test('[IDP-07] a code of an app is good once, at two half begun sign-ins too, and no older one after it', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { secret } = await enrolApp(identity, await signUpVerified(identity), now);
    now += seconds(60);
    const begun = await Promise.all(Array.from({ length: 4 }, () => beginSignIn(identity)));
    const answers = await Promise.all(
      begun.map(({ credential, ids }) => finish(identity, byApp(credential, ids[0], appCode(secret, now)))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const [again] = begun.filter((_, i) => answers[i]?.status === 400);
    const older = appCode(secret, now - seconds(30));
    expect(await finish(identity, byApp(again?.credential ?? '', again?.ids[0], older))).toMatchObject(
      refusal('INVALID_CODE'),
    );
    now += seconds(30);
    const next = appCode(secret, now);
    expect(await finish(identity, byApp(again?.credential ?? '', again?.ids[0], next))).toMatchObject(fine);
  });

  test('[IDP-07] a half begun sign-in is good for ten minutes and five codes', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { secret } = await enrolApp(identity, await signUpVerified(identity), now);
    now += seconds(60);
    const guessed = await beginSignIn(identity);
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => finish(identity, byApp(guessed.credential, guessed.ids[0], '12345x'))),
    );
    const told = guesses.map(({ body }) => (body.error as { message: string }).message.split(' ')[0]);
    expect(told.filter((message) => message === 'INVALID_CODE')).toHaveLength(5);
    const over = refusal(/^INVALID_MFA_PENDING_CREDENTIAL/);
    const right = appCode(secret, now);
    expect(await finish(identity, byApp(guessed.credential, guessed.ids[0], right))).toMatchObject(over);

    const late = await beginSignIn(identity);
    now += minutes(10);
    const then = appCode(secret, now);
    expect(await finish(identity, byApp(late.credential, late.ids[0], then))).toMatchObject(over);
    expect(
      await start(identity, { mfaPendingCredential: late.credential, mfaEnrollmentId: late.ids[0] }),
    ).toMatchObject(over);
  });

  test('[IDP-07] who knows the password cannot guess codes for ever', async () => {
    const now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    await enrolApp(identity, await signUpVerified(identity), now);
    const told: string[] = [];
    for (let tries = 0; tries < 11; tries++) {
      const { credential, ids } = await beginSignIn(identity);
      const { body } = await finish(identity, byApp(credential, ids[0], '12345x'));
      told.push((body.error as { message: string }).message);
    }
    expect(told).toEqual([...Array(10).fill('INVALID_CODE'), 'TOO_MANY_ATTEMPTS_TRY_LATER']);
  });

  test('[IDP-07] a new password, and a disabled account, end what was half begun', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken, secret } = await enrolApp(identity, await signUpVerified(identity), now);
    now += seconds(60);
    const begun = await beginSignIn(identity);
    const changed = await identity.post('/v1/accounts:update', { idToken, password: 'another one 2' });
    expect(changed).toMatchObject(fine);
    const over = refusal(/^INVALID_MFA_PENDING_CREDENTIAL/);
    const ending = byApp(begun.credential, begun.ids[0], appCode(secret, now));
    expect(await finish(identity, ending)).toMatchObject(over);
    await disableUser(identity.db, person.email);
    const refused = await identity.post('/v1/accounts:signInWithPassword', {
      ...person,
      password: 'another one 2',
    });
    expect(refused).toMatchObject(refusal('USER_DISABLED'));
  });
});

test('[IDP-05] [IDP-07] a new password by the mailed link is no way around the second factor', async () => {
  await using identity = await openIdentity();
  await enrolPhone(identity, await signUpVerified(identity));
  await identity.post('/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: person.email });
  const mails = await identity.sentMails();
  const links = mails.flatMap(({ text }) => /https?:\S+mode=resetPassword\S*/.exec(text)?.[0] ?? []);
  const oobCode = new URL(links.at(-1) ?? '').searchParams.get('oobCode');
  const newPassword = 'another one 2';
  const reset = await identity.post('/v1/accounts:resetPassword', { oobCode, newPassword });
  expect(reset).toMatchObject(fine);
  expect(reset.body).not.toHaveProperty('idToken');
  const entered = await identity.post('/v1/accounts:signInWithPassword', {
    email: person.email,
    password: newPassword,
  });
  expect(entered.body).toMatchObject({ mfaInfo: [{ mfaEnrollmentId: expect.any(String) }] });
  expect(entered.body).not.toHaveProperty('idToken');
});

test('[IDP-07] the operator helps who lost phone and app: the password is enough again', async () => {
  const now = Date.now();
  await using identity = await openIdentity({ clock: () => now });
  const { idToken } = await enrolApp(identity, await signUpVerified(identity), now);
  expect(await removeSecondFactors(identity.db, 'Rahim@Example.com')).toBe(true);
  expect(await removeSecondFactors(identity.db, 'nobody@example.com')).toBe(false);
  expect(await identity.post('/v1/accounts:lookup', { idToken })).toMatchObject(refusal('TOKEN_EXPIRED'));
  const signIn = await identity.post('/v1/accounts:signInWithPassword', person);
  expect(signIn.body).toHaveProperty('idToken');
});

test('[IDP-07] a texted code belongs to its own sign-in', async () => {
  await using identity = await openIdentity();
  await enrolPhone(identity, await signUpVerified(identity));
  const mine = await beginSignIn(identity);
  const other = await beginSignIn(identity);
  const ending = await texted(identity, mine.credential, mine.ids[0]);
  expect(await finish(identity, { ...ending, mfaPendingCredential: other.credential })).toMatchObject(
    refusal('INVALID_SESSION_INFO'),
  );
  expect(await finish(identity, ending)).toMatchObject(fine);
});

test('[IDP-12] each thing that is missing or unknown is told apart', async () => {
  const now = Date.now();
  await using identity = await openIdentity({ clock: () => now });
  await enrolApp(identity, await signUpVerified(identity), now);
  const { credential, ids } = await beginSignIn(identity);
  const mine = { mfaPendingCredential: credential };
  const cases: [object, object, string][] = [
    [start, {}, 'MISSING_MFA_PENDING_CREDENTIAL'],
    [start, mine, 'MISSING_MFA_ENROLLMENT_ID'],
    [start, { mfaPendingCredential: 'x', mfaEnrollmentId: 'y' }, 'INVALID_MFA_PENDING_CREDENTIAL'],
    [start, { ...mine, mfaEnrollmentId: 'y' }, 'MFA_ENROLLMENT_NOT_FOUND'],
    [start, { ...mine, mfaEnrollmentId: ids[0] }, 'INVALID_ARGUMENT'],
    [finish, {}, 'MISSING_CREDENTIAL'],
    [finish, mine, 'INVALID_ARGUMENT'],
    [finish, { ...mine, totpVerificationInfo: { verificationCode: '1' } }, 'MISSING_MFA_ENROLLMENT_ID'],
    [finish, { ...mine, mfaEnrollmentId: ids[0], totpVerificationInfo: {} }, 'MISSING_CODE'],
    [finish, byApp(credential, 'y', '123456'), 'MFA_ENROLLMENT_NOT_FOUND'],
    [finish, byApp('x', ids[0], '123456'), 'INVALID_MFA_PENDING_CREDENTIAL'],
    [finish, { ...mine, phoneVerificationInfo: { code: '1' } }, 'MISSING_SESSION_INFO'],
  ];
  for (const [call, body, code] of cases) {
    const answer = await (call as typeof start)(identity, body);
    expect(answer, JSON.stringify(body)).toMatchObject(refusal(new RegExp(`^${code}( : |$)`)));
  }
});
