import { expect } from 'vitest';
import { hours, minutes } from '#platform/time.ts';
import { email, onBoth, other, successfulBodies } from '../testing/test-identity.ts';

const call = 'signInWithEmailLink';
const newEmail = 'new@example.com';

onBoth((open, test) => {
  const linkRequest = {
    requestType: 'EMAIL_SIGNIN',
    email,
    continueUrl: 'http://localhost:3000/account/action',
  };

  test('[IDP-02] sends the same response and the same email to known and unknown addresses', async (idp) => {
    await idp.signUp();
    const known = await idp.ok('sendOobCode', linkRequest);
    const unknown = await idp.ok('sendOobCode', { ...linkRequest, email: 'nobody@example.com' });
    expect(unknown).toMatchObject({ ...known, email: 'nobody@example.com' });
    const emails = await idp.sentEmails();
    expect(emails.map(({ to }) => to)).toEqual([email, 'nobody@example.com']);
    expect(emails[0]?.subject).toBe(emails[1]?.subject);
  });

  test('[IDP-02] each link signs in once, and two concurrent links create one account', async (idp) => {
    const [first, second] = [await idp.requestLinkCode(email), await idp.requestLinkCode(email)];
    const codes = [first, first, second, second];
    const responses = await Promise.all(codes.map((oobCode) => idp.post(call, { email, oobCode })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
    const signedIn = successfulBodies(responses);
    expect(new Set(signedIn.map(({ localId }) => localId)).size).toBe(1);
    expect(signedIn.map(({ isNewUser }) => isNewUser).sort()).toEqual([false, true]);
    for (const { idToken } of signedIn) await idp.lookUp(idToken);
  });

  test('[IDP-02] a link expires after a day, on a strict site after ten minutes, as its email says', async (idp) => {
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

  test('[IDP-02] a wrong address does not use a code up', async (idp) => {
    const oobCode = await idp.requestLinkCode(email);
    await idp.expectError(/^INVALID_EMAIL/, call, { email: 'x@example.com', oobCode });
    await idp.ok(call, { email, oobCode });
  });

  test('[IDP-02] a link to another address changes it, signs out other devices and notifies the old address', async (idp) => {
    const { localId, idToken } = await idp.signUp();
    const otherDevice = await idp.signIn();
    const moved = await idp.signInWithLink(newEmail, { idToken });
    expect(moved).toMatchObject({ localId, email: newEmail, isNewUser: false });
    expect(await idp.lookUp(moved.idToken)).toMatchObject({ email: newEmail, emailVerified: true });
    await idp.expectSessionEnded(otherDevice.idToken);
    expect(await idp.emailSubjects()).toContain('Your email address for Blood Buddies was changed');
  });
});
