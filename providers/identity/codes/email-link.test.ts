import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { hours, minutes } from '#platform/time.ts';
import { disableUser } from '../administration.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const fine = { status: 200 };
const finish = 'http://localhost:3000/account/action';

const ask = (identity: TestIdentity, email: string, rest: object = { continueUrl: finish }) =>
  identity.post('/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email, ...rest });

/** Asks for a code and takes it out of the mail. */
async function mailedCode(identity: TestIdentity, email = person.email): Promise<string> {
  expect(await ask(identity, email)).toMatchObject(fine);
  const mail = (await identity.sentMails()).findLast(({ to }) => to === email);
  return new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '').searchParams.get('oobCode') ?? '';
}

const redeem = (identity: TestIdentity, oobCode: string, rest: object = {}) =>
  identity.post('/v1/accounts:signInWithEmailLink', { email: person.email, oobCode, ...rest });

const signUp = async (identity: TestIdentity) => (await identity.post('/v1/accounts:signUp', person)).body;
const signIn = (identity: TestIdentity) => identity.post('/v1/accounts:signInWithPassword', person);
const lookUp = (identity: TestIdentity, idToken: unknown) =>
  identity.post('/v1/accounts:lookup', { idToken });

/** A new person who has confirmed their address, signed in with their password. */
async function verified(identity: TestIdentity) {
  const body = await signUp(identity);
  await identity.post('/v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken: body.idToken });
  const text = (await identity.sentMails()).at(-1)?.text ?? '';
  const oobCode = new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('oobCode');
  const { idToken } = body;
  expect(await identity.post('/v1/accounts:confirmEmail', { oobCode, idToken })).toMatchObject(fine);
  return body;
}

const subjects = async (identity: TestIdentity, to = person.email) =>
  (await identity.sentMails()).filter((mail) => mail.to === to).map(({ subject }) => subject);

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-02] known or not, an address gets the same answer and the same mail', async () => {
    await using identity = await openIdentity({ open });
    await signUp(identity);
    const known = await ask(identity, person.email);
    const unknown = await ask(identity, 'nobody@example.com');
    expect(unknown).toMatchObject({
      status: known.status,
      body: { ...known.body, email: 'nobody@example.com' },
    });
    const mails = await identity.sentMails();
    expect(mails.map(({ to }) => to)).toEqual([person.email, 'nobody@example.com']);
    expect(mails[0]?.subject).toBe(mails[1]?.subject);
    expect(await redeem(identity, 'no such code')).toMatchObject(refusal('INVALID_OOB_CODE'));
  });

  test('[IDP-02] without an address, or nowhere of ours to go on to, there is no link', async () => {
    await using identity = await openIdentity({ open });
    expect(await ask(identity, '')).toMatchObject(refusal('MISSING_EMAIL'));
    expect(await ask(identity, 'rahim')).toMatchObject(refusal('INVALID_EMAIL'));
    expect(await ask(identity, person.email, {})).toMatchObject(refusal('MISSING_CONTINUE_URI'));
    expect(await ask(identity, person.email, { continueUrl: 'http://evil.example/' })).toMatchObject({
      body: { error: { message: expect.stringMatching(/^UNAUTHORIZED_DOMAIN/) } },
    });
    expect(await identity.sentMails()).toEqual([]);
  });

  test('[IDP-02] two clicks at once are one sign-in, and two links at once one account', async () => {
    await using identity = await openIdentity({ open });
    const [first, second] = [await mailedCode(identity), await mailedCode(identity)];
    const answers = await Promise.all([first, first, second, second].map((code) => redeem(identity, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const entered = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(new Set(entered.map(({ localId }) => localId)).size).toBe(1);
    expect(entered.map(({ isNewUser }) => isNewUser).sort()).toEqual([false, true]);
    for (const { idToken } of entered) expect(await lookUp(identity, idToken)).toMatchObject(fine);
  });

  test('[IDP-02] a link lasts a day', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const oobCode = await mailedCode(identity);
    now += hours(24);
    expect(await redeem(identity, oobCode)).toMatchObject(refusal('EXPIRED_OOB_CODE'));
  });

  test('on a strict site a link lasts ten minutes, and its mail says so', async () => {
    let now = 1_800_000_000_000;
    await using identity = await openIdentity({ open, clock: () => now, settings: { strict: true } });
    const [late, early] = [await mailedCode(identity), await mailedCode(identity, 'karim@example.com')];
    expect((await identity.sentMails()).at(-1)?.text).toContain('good for ten minutes');
    now += minutes(10) - 1;
    expect(await redeem(identity, early, { email: 'karim@example.com' })).toMatchObject(fine);
    now += 1;
    expect(await redeem(identity, late)).toMatchObject(refusal('EXPIRED_OOB_CODE'));
  });

  test('[IDP-02] the code of another address is not used up by who guesses at it', async () => {
    await using identity = await openIdentity({ open });
    const oobCode = await mailedCode(identity);
    expect(await redeem(identity, oobCode, { email: 'x@example.com' })).toMatchObject({ status: 400 });
    expect(await redeem(identity, oobCode)).toMatchObject(fine);
  });

  test('[IDP-02] an unproven account loses what opened it before, and its owner is told', async () => {
    await using identity = await openIdentity({ open });
    const strangers = await signUp(identity);
    const number = '+8801712345678';
    const asked = { phoneNumber: number, recaptchaToken: 'x' };
    const { body: sent } = await identity.post('/v1/accounts:sendVerificationCode', asked);
    const proof = {
      sessionInfo: sent.sessionInfo,
      code: await identity.textedCode(number),
      idToken: strangers.idToken,
    };
    expect(await identity.post('/v1/accounts:signInWithPhoneNumber', proof)).toMatchObject(fine);

    const { body } = await redeem(identity, await mailedCode(identity));
    expect(body).toMatchObject({ localId: strangers.localId, isNewUser: false });
    const { body: seen } = await lookUp(identity, body.idToken);
    expect(seen).toMatchObject({ users: [{ emailVerified: true, emailLinkSignin: true }] });
    expect((seen.users as object[])[0]).not.toHaveProperty('passwordHash');
    expect((seen.users as object[])[0]).not.toHaveProperty('phoneNumber');
    expect(await lookUp(identity, strangers.idToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await signIn(identity)).toMatchObject(refusal('INVALID_PASSWORD'));
    expect(await subjects(identity)).toContain('Your Blood Buddies account is yours alone again');
  });

  test('[IDP-02] [IDP-05] so does one whose first proof is a reset link, but for the new password', async () => {
    await using identity = await openIdentity({ open });
    const { idToken } = await signUp(identity);
    const asked = { phoneNumber: '+8801712345678', recaptchaToken: 'x' };
    const { body: sent } = await identity.post('/v1/accounts:sendVerificationCode', asked);
    const code = await identity.textedCode(asked.phoneNumber);
    await identity.post('/v1/accounts:signInWithPhoneNumber', {
      sessionInfo: sent.sessionInfo,
      code,
      idToken,
    });
    const request = { requestType: 'PASSWORD_RESET', email: person.email };
    await identity.post('/v1/accounts:sendOobCode', request);
    const text = (await identity.sentMails()).at(-1)?.text ?? '';
    const oobCode = new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('oobCode');
    await identity.post('/v1/accounts:resetPassword', { oobCode, newPassword: person.password });
    const { body } = await signIn(identity);
    const { body: seen } = await lookUp(identity, body.idToken);
    expect((seen.users as object[])[0]).toMatchObject({ emailVerified: true });
    expect((seen.users as object[])[0]).not.toHaveProperty('phoneNumber');
    expect(await subjects(identity)).toContain('Your Blood Buddies account is yours alone again');
  });

  test('[IDP-02] a proven account keeps its password and its sessions', async () => {
    await using identity = await openIdentity({ open });
    const before = await verified(identity);
    const { body } = await redeem(identity, await mailedCode(identity));
    expect(body).toMatchObject({ localId: before.localId, isNewUser: false });
    expect(await lookUp(identity, before.idToken)).toMatchObject(fine);
    expect(await signIn(identity)).toMatchObject(fine);
    expect(await subjects(identity)).not.toContain('Your Blood Buddies account is yours alone again');
  });

  test('[IDP-02] a disabled person gets the mail and nothing else', async () => {
    await using identity = await openIdentity({ open });
    const { localId } = await verified(identity);
    const oobCode = await mailedCode(identity);
    await disableUser(identity.db, String(localId));
    expect(await redeem(identity, oobCode)).toMatchObject(refusal('USER_DISABLED'));
  });

  test('[IDP-02] a link to another address moves the account there: others are signed out, the old address is told', async () => {
    await using identity = await openIdentity({ open });
    const { localId, idToken } = await signUp(identity);
    const { body: other } = await signIn(identity);
    const email = 'new@example.com';
    const answer = await redeem(identity, await mailedCode(identity, email), { email, idToken });
    expect(answer).toMatchObject({ status: 200, body: { localId, email, isNewUser: false } });
    expect(await lookUp(identity, answer.body.idToken)).toMatchObject({
      body: { users: [{ email, emailVerified: true }] },
    });
    expect(await lookUp(identity, other.idToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await subjects(identity)).toContain('Your email address for Blood Buddies was changed');
  });

  test('[IDP-02] moving an account needs a sign-in of the last five minutes', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken } = await signUp(identity);
    now += minutes(6);
    const email = 'new@example.com';
    const oobCode = await mailedCode(identity, email);
    expect(await redeem(identity, oobCode, { email, idToken })).toMatchObject(
      refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'),
    );
    expect(await signIn(identity)).toMatchObject(fine);
  });
});
