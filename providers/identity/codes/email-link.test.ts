import { expect } from 'vitest';
import { hours, minutes } from '#platform/time.ts';
import { disableUser } from '../administration.ts';
import {
  accepted,
  email,
  onBoth,
  other,
  password,
  phoneNumber,
  succeeded,
} from '../testing/test-identity.ts';

const call = 'signInWithEmailLink';
const newEmail = 'new@example.com';
const reclaimed = 'Your Blood Buddies account is yours alone again';

onBoth((open, test) => {
  const ask = { requestType: 'EMAIL_SIGNIN', email, continueUrl: 'http://localhost:3000/account/action' };

  test('[IDP-02] known or not, an address gets the same answer and the same mail', async (on) => {
    await on.signUp();
    const known = await on.ok('sendOobCode', ask);
    const unknown = await on.ok('sendOobCode', { ...ask, email: 'nobody@example.com' });
    expect(unknown).toMatchObject({ ...known, email: 'nobody@example.com' });
    const mails = await on.sentMails();
    expect(mails.map(({ to }) => to)).toEqual([email, 'nobody@example.com']);
    expect(mails[0]?.subject).toBe(mails[1]?.subject);
    await on.refused('INVALID_OOB_CODE', call, { email, oobCode: 'no such code' });
  });

  test('[IDP-02] without an address, or nowhere of ours to go on to, there is no link', async (on) => {
    await on.refused('MISSING_EMAIL', 'sendOobCode', { ...ask, email: '' });
    await on.refused('INVALID_EMAIL', 'sendOobCode', { ...ask, email: 'rahim' });
    await on.refused('MISSING_CONTINUE_URI', 'sendOobCode', { ...ask, continueUrl: undefined });
    const elsewhere = { ...ask, continueUrl: 'http://evil.example/' };
    await on.refused(/^UNAUTHORIZED_DOMAIN/, 'sendOobCode', elsewhere);
    expect(await on.sentMails()).toEqual([]);
  });

  test('[IDP-02] two clicks at once are one sign-in, and two links at once one account', async (on) => {
    const [first, second] = [await on.linkTo(email), await on.linkTo(email)];
    const codes = [first, first, second, second];
    const answers = await Promise.all(codes.map((oobCode) => on.post(call, { email, oobCode })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const entered = accepted(answers);
    expect(new Set(entered.map(({ localId }) => localId)).size).toBe(1);
    expect(entered.map(({ isNewUser }) => isNewUser).sort()).toEqual([false, true]);
    for (const { idToken } of entered) await on.lookUp(idToken);
  });

  test('[IDP-02] a link lasts a day, on a strict site ten minutes, and its mail says so', async (on) => {
    const oobCode = await on.linkTo(email);
    on.pass(hours(24));
    await on.refused('EXPIRED_OOB_CODE', call, { email, oobCode });

    await using strict = await open({ settings: { strict: true } });
    const [late, early] = [await strict.linkTo(email), await strict.linkTo(other)];
    expect((await strict.sentMails()).at(-1)?.text).toContain('good for ten minutes');
    strict.pass(minutes(10) - 1);
    await strict.ok(call, { email: other, oobCode: early });
    strict.pass(1);
    await strict.refused('EXPIRED_OOB_CODE', call, { email, oobCode: late });
  });

  test('[IDP-02] the code of another address is not used up by who guesses at it', async (on) => {
    const oobCode = await on.linkTo(email);
    await on.refused(/^INVALID_EMAIL/, call, { email: 'x@example.com', oobCode });
    await on.ok(call, { email, oobCode });
  });

  test('[IDP-02] [IDP-05] an unproven account whose first proof is a reset link keeps only the new password', async (on) => {
    const { idToken } = await on.signUp();
    expect(await on.byPhone(phoneNumber, { idToken })).toMatchObject(succeeded);
    expect(await on.reset(email, password)).toMatchObject(succeeded);
    const user = await on.lookUp((await on.signIn()).idToken);
    expect(user).toMatchObject({ emailVerified: true });
    expect(user).not.toHaveProperty('phoneNumber');
    expect(await on.subjects()).toContain(reclaimed);
  });

  test('[IDP-02] a disabled person gets the mail and nothing else', async (on) => {
    const { localId } = await on.signUp();
    const oobCode = await on.linkTo(email);
    await disableUser(on.db, localId);
    await on.refused('USER_DISABLED', call, { email, oobCode });
  });

  test('[IDP-02] a link to another address moves the account there: others are signed out, the old address is told', async (on) => {
    const { localId, idToken } = await on.signUp();
    const elsewhere = await on.signIn();
    const moved = await on.byLink(newEmail, { idToken });
    expect(moved).toMatchObject({ localId, email: newEmail, isNewUser: false });
    expect(await on.lookUp(moved.idToken)).toMatchObject({ email: newEmail, emailVerified: true });
    await on.over(elsewhere.idToken);
    expect(await on.subjects()).toContain('Your email address for Blood Buddies was changed');
  });

  test('[IDP-02] moving an account needs a sign-in of the last five minutes', async (on) => {
    const { idToken } = await on.signUp();
    on.pass(minutes(6));
    const oobCode = await on.linkTo(newEmail);
    await on.refused('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', call, { email: newEmail, oobCode, idToken });
    await on.signIn();
  });
});
