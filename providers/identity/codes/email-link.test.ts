import { expect } from 'vitest';
import { hours, minutes } from '#platform/time.ts';
import { disableUser } from '../administration.ts';
import {
  email,
  onBoth,
  other,
  password,
  phoneNumber,
  succeeded,
  successfulBodies,
} from '../testing/test-identity.ts';

const call = 'signInWithEmailLink';
const newEmail = 'new@example.com';
const reclaimed = 'We secured your Blood Buddies account';

onBoth((open, test) => {
  const linkRequest = {
    requestType: 'EMAIL_SIGNIN',
    email,
    continueUrl: 'http://localhost:3000/account/action',
  };

  test('[IDP-02] known or not, an address gets the same answer and the same mail', async (idp) => {
    await idp.signUp();
    const known = await idp.ok('sendOobCode', linkRequest);
    const unknown = await idp.ok('sendOobCode', { ...linkRequest, email: 'nobody@example.com' });
    expect(unknown).toMatchObject({ ...known, email: 'nobody@example.com' });
    const emails = await idp.sentEmails();
    expect(emails.map(({ to }) => to)).toEqual([email, 'nobody@example.com']);
    expect(emails[0]?.subject).toBe(emails[1]?.subject);
    await idp.expectError('INVALID_OOB_CODE', call, { email, oobCode: 'no such code' });
  });

  test('[IDP-02] without an address, or nowhere of ours to go on to, there is no link', async (idp) => {
    await idp.expectError('MISSING_EMAIL', 'sendOobCode', { ...linkRequest, email: '' });
    await idp.expectError('INVALID_EMAIL', 'sendOobCode', { ...linkRequest, email: 'rahim' });
    await idp.expectError('MISSING_CONTINUE_URI', 'sendOobCode', { ...linkRequest, continueUrl: undefined });
    const elsewhere = { ...linkRequest, continueUrl: 'http://evil.example/' };
    await idp.expectError(/^UNAUTHORIZED_DOMAIN/, 'sendOobCode', elsewhere);
    expect(await idp.sentEmails()).toEqual([]);
  });

  test('[IDP-02] two clicks at once are one sign-in, and two links at once one account', async (idp) => {
    const [first, second] = [await idp.requestLinkCode(email), await idp.requestLinkCode(email)];
    const codes = [first, first, second, second];
    const responses = await Promise.all(codes.map((oobCode) => idp.post(call, { email, oobCode })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const entered = successfulBodies(responses);
    expect(new Set(entered.map(({ localId }) => localId)).size).toBe(1);
    expect(entered.map(({ isNewUser }) => isNewUser).sort()).toEqual([false, true]);
    for (const { idToken } of entered) await idp.lookUp(idToken);
  });

  test('[IDP-02] a link lasts a day, on a strict site ten minutes, and its mail says so', async (idp) => {
    const oobCode = await idp.requestLinkCode(email);
    idp.advanceClock(hours(24));
    await idp.expectError('EXPIRED_OOB_CODE', call, { email, oobCode });

    await using strict = await open({ settings: { strict: true } });
    const [late, early] = [await strict.requestLinkCode(email), await strict.requestLinkCode(other)];
    expect((await strict.sentEmails()).at(-1)?.text).toContain('expires in ten minutes');
    strict.advanceClock(minutes(10) - 1);
    await strict.ok(call, { email: other, oobCode: early });
    strict.advanceClock(1);
    await strict.expectError('EXPIRED_OOB_CODE', call, { email, oobCode: late });
  });

  test('[IDP-02] the code of another address is not used up by who guesses at it', async (idp) => {
    const oobCode = await idp.requestLinkCode(email);
    await idp.expectError(/^INVALID_EMAIL/, call, { email: 'x@example.com', oobCode });
    await idp.ok(call, { email, oobCode });
  });

  test('[IDP-02] [IDP-05] an unproven account whose first proof is a reset link keeps only the new password', async (idp) => {
    const { idToken } = await idp.signUp();
    expect(await idp.signInWithPhone(phoneNumber, { idToken })).toMatchObject(succeeded);
    expect(await idp.reset(email, password)).toMatchObject(succeeded);
    const user = await idp.lookUp((await idp.signIn()).idToken);
    expect(user).toMatchObject({ emailVerified: true });
    expect(user).not.toHaveProperty('phoneNumber');
    expect(await idp.emailSubjects()).toContain(reclaimed);
  });

  test('[IDP-02] a disabled person gets the mail and nothing else', async (idp) => {
    const { localId } = await idp.signUp();
    const oobCode = await idp.requestLinkCode(email);
    await disableUser(idp.db, localId);
    await idp.expectError('USER_DISABLED', call, { email, oobCode });
  });

  test('[IDP-02] a link to another address moves the account there: others are signed out, the old address is told', async (idp) => {
    const { localId, idToken } = await idp.signUp();
    const elsewhere = await idp.signIn();
    const moved = await idp.signInWithLink(newEmail, { idToken });
    expect(moved).toMatchObject({ localId, email: newEmail, isNewUser: false });
    expect(await idp.lookUp(moved.idToken)).toMatchObject({ email: newEmail, emailVerified: true });
    await idp.expectSessionEnded(elsewhere.idToken);
    expect(await idp.emailSubjects()).toContain('Your email address for Blood Buddies was changed');
  });

  test('[IDP-02] moving an account needs a sign-in of the last five minutes', async (idp) => {
    const { idToken } = await idp.signUp();
    idp.advanceClock(minutes(6));
    const oobCode = await idp.requestLinkCode(newEmail);
    await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', call, { email: newEmail, oobCode, idToken });
    await idp.signIn();
  });
});
