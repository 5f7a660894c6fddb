import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { hours } from '#platform/time.ts';
import { addPasskey, expectRemoved, signInWithPasskey } from '../testing/passkeys.ts';
import {
  appCode,
  createTestIdentity,
  email,
  onBoth,
  other,
  phoneNumber,
  succeeded,
  successfulBodies,
  type TestIdentity,
  test,
} from '../testing/test-identity.ts';

const tooOld = 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN';
const needsLink = /^EMAIL_LINK_REQUIRED/;
const byOwner = /^ADMINISTRATOR_REQUIRED/;

/** Opens a provider whose accounts all have a role at the site. */
const openForStaff = () => createTestIdentity({ requiresSecondFactor: async () => true });

/** Confirms the account's address as our page does, so that a sign-in link removes nothing. */
async function signUpWithPasskey(idp: TestIdentity) {
  const { idToken } = await idp.signUp();
  await idp.requestCode('VERIFY_EMAIL', { idToken });
  await idp.ok('confirmEmail', { oobCode: await idp.emailedCode(email, 'verifyEmail'), idToken });
  return { idToken, passkey: await addPasskey(idp, idToken) };
}

/** Calls that add or remove a factor or a passkey, or change the address that could restore access. */
const changes = (idToken: string, passkeyId: string): [string, object][] =>
  [
    ['mfaEnrollment:start', { totpEnrollmentInfo: {} }],
    ['mfaEnrollment:start', { phoneEnrollmentInfo: { phoneNumber } }],
    ['startPasskeyEnrollment', {}],
    ['removePasskey', { passkeyId }],
    ['update', { email: other }],
    ['update', { deleteAttribute: ['EMAIL'] }],
    ['sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: other }],
  ].map(([call, body]) => [call as string, { idToken, ...(body as object) }]);

async function expectRejected(idp: TestIdentity, idToken: string, passkeyId: string, error: string | RegExp) {
  for (const [call, body] of changes(idToken, passkeyId)) await idp.expectError(error, call, body);
  const linkToOther = { email: other, oobCode: await idp.requestLinkCode(other), idToken };
  await idp.expectError(error, 'signInWithEmailLink', linkToOther);
}

test('a password alone changes no factor of a staff account with a passkey; the passkey does', async () => {
  await using idp = await openForStaff();
  const { passkey } = await signUpWithPasskey(idp);
  const thief = await idp.signIn();
  await expectRejected(idp, thief.idToken, passkey.passkeyId, tooOld);
  const byLink = await idp.signInWithLink(email);
  await expectRejected(idp, byLink.idToken, passkey.passkeyId, tooOld);

  const { idToken } = await signInWithPasskey(idp, passkey);
  const { idToken: withApp } = await idp.enrollApp(idToken);
  await idp.ok('removePasskey', { idToken: withApp, passkeyId: passkey.passkeyId });
});

test('a staff account without a factor adds its first with a password, which counts immediately', async () => {
  await using idp = await openForStaff();
  const { idToken, refreshToken } = await idp.signUpVerified();
  const passkey = await addPasskey(idp, idToken);
  const refreshed = (await idp.refresh(refreshToken)).body.id_token;
  expect(decodeJwt(refreshed)).toMatchObject({ firebase: { sign_in_second_factor: 'passkey' } });
  const other = await addPasskey(idp, idToken);
  await idp.ok('removePasskey', { idToken, passkeyId: other.passkeyId });
  await idp.expectError(tooOld, 'removePasskey', { idToken, passkeyId: passkey.passkeyId });
});

test('an account with a passkey and without an address gets one only in a session with the passkey', async () => {
  await using idp = await createTestIdentity();
  const { passkey } = await signUpWithPasskey(idp);
  const { idToken } = await signInWithPasskey(idp, passkey);
  const withPhone = (await idp.signInWithPhone(phoneNumber, { idToken })).body;
  await idp.ok('update', { idToken: withPhone.idToken, deleteAttribute: ['EMAIL'] });
  const thief = (await idp.signInWithPhone()).body;
  const linkToOther = { email: other, oobCode: await idp.requestLinkCode(other), idToken: thief.idToken };
  await idp.expectError(needsLink, 'signInWithEmailLink', linkToOther);
  const google = await idp.signInWithGoogle({ sub: 'thief', email: other }, { idToken: thief.idToken });
  expect(google.body.error.message).toMatch(needsLink);
});

const revert = 'revertSecondFactorAddition';

test('the link of an addition removes a first factor of a staff account, and all others', async () => {
  await using idp = await openForStaff();
  await idp.signUpVerified();
  const { idToken } = await idp.enrollApp((await idp.signIn()).idToken);
  const oobCode = await idp.emailedCode(email, revert);
  const passkey = await addPasskey(idp, idToken);
  await idp.ok('update', { oobCode });
  await idp.expectSessionEnded(idToken);
  await expectRemoved(idp, passkey);
  await idp.enrollApp((await idp.signIn()).idToken);
});

test('the link of an addition removes a first passkey of a staff account', async () => {
  await using idp = await openForStaff();
  const { idToken } = await idp.signUpVerified();
  const passkey = await addPasskey(idp, idToken);
  const oobCode = await idp.emailedCode(email, revert);
  expect(await idp.ok('resetPassword', { oobCode })).toMatchObject({
    requestType: 'REVERT_SECOND_FACTOR_ADDITION',
    mfaInfo: { mfaEnrollmentId: passkey.passkeyId },
  });
  await idp.ok('update', { oobCode });
  await expectRemoved(idp, passkey);
  await idp.expectSessionEnded(idToken);
  await addPasskey(idp, (await idp.signIn()).idToken);
});

test('the link of an addition keeps the only factor of a staff account if it replaced a lost one', async () => {
  await using idp = await openForStaff();
  const { passkey } = await signUpWithPasskey(idp);
  const { idToken } = await idp.enrollApp((await signInWithPasskey(idp, passkey)).idToken);
  const oobCode = await idp.emailedCode(email, revert);
  await idp.ok('removePasskey', { idToken, passkeyId: passkey.passkeyId });
  await idp.expectError(byOwner, 'update', { oobCode });
  await idp.expectSessionEnded(idToken);
  expect((await idp.beginSignIn()).ids).toHaveLength(1);
});

test('the link of an addition keeps the older methods of a staff account; a reset removes none', async () => {
  await using idp = await openForStaff();
  const { passkey } = await signUpWithPasskey(idp);
  const { idToken } = await idp.enrollApp((await signInWithPasskey(idp, passkey)).idToken);
  await idp.ok('update', { oobCode: await idp.emailedCode(email, revert) });
  await idp.expectSessionEnded(idToken);

  await idp.requestCode('PASSWORD_RESET', { email });
  const reset = { oobCode: await idp.emailedCode(email, 'resetPassword') };
  expect(await idp.ok('resetPassword', reset)).not.toHaveProperty('passkeys');
  const lost = { newPassword: 'another one 2', lostPasskeys: [passkey.passkeyId] };
  await idp.expectError(byOwner, 'resetPassword', { ...reset, ...lost });

  const { idToken: mine } = await signInWithPasskey(idp, passkey);
  expect(await idp.lookUp(mine)).not.toHaveProperty('mfaInfo');
});

test('an emailed code removes no passkey of a staff account whose methods are unproven', async () => {
  await using idp = await openForStaff();
  const passkey = await addPasskey(idp, (await idp.signUpVerified()).idToken);
  const byLink = await idp.signInWithLink(email);
  await idp.expectError(tooOld, 'startPasskeyEnrollment', { idToken: byLink.idToken });
  await idp.reset(email, 'another one 2');
  await signInWithPasskey(idp, passkey);
});

test('an address that a passkey account only typed goes to its owner, without the account', async (idp) => {
  const { idToken, passkey } = await signUpWithPasskey(idp);
  await idp.ok('update', { idToken, email: other });
  idp.advanceClock(hours(25));
  const owner = await idp.signInWithLink(other);
  expect(owner.isNewUser).toBe(true);
  await signInWithPasskey(idp, passkey);
});

test('restoring an address keeps older factors and passkeys of a staff account, and removes later ones', async () => {
  await using idp = await openForStaff();
  const { passkey } = await signUpWithPasskey(idp);
  idp.advanceClock(1000);
  const { idToken } = await signInWithPasskey(idp, passkey);
  const changed = await idp.ok('update', { idToken, email: other });
  await idp.verify(other, changed.idToken);
  const added = await addPasskey(idp, changed.idToken);
  await idp.ok('update', { oobCode: await idp.emailedCode(email, 'recoverEmail') });
  await expectRemoved(idp, added);
  await signInWithPasskey(idp, passkey);
});

test('without a role, a session by password alone confirms a change of factors by an emailed link', async (idp) => {
  const { passkey } = await signUpWithPasskey(idp);
  const { idToken } = await idp.signIn();
  await expectRejected(idp, idToken, passkey.passkeyId, needsLink);
  const byLink = await idp.signInWithLink(email);
  await idp.ok('removePasskey', { idToken: byLink.idToken, passkeyId: passkey.passkeyId });
  await idp.enrollApp(byLink.idToken);
});

test('a link that continues the open session also confirms a change', async (idp) => {
  const { passkey } = await signUpWithPasskey(idp);
  const open = await idp.signIn();
  const { idToken } = await idp.signInWithLink(email, { idToken: open.idToken });
  await idp.ok('removePasskey', { idToken, passkeyId: passkey.passkeyId });
});

test('removing the factor of the session leaves the others to a new sign-in or a link', async (idp) => {
  const phone = await idp.enrollPhone((await idp.signUpVerified()).idToken);
  const { idToken } = await idp.enrollApp(phone.idToken);
  const { ids } = await idp.beginSignIn();
  const withoutApp = await idp.ok('mfaEnrollment:withdraw', { idToken, mfaEnrollmentId: ids[1] });
  const last = { idToken: withoutApp.idToken, mfaEnrollmentId: ids[0] };
  await idp.expectError(needsLink, 'mfaEnrollment:withdraw', last);
});

onBoth((open) => {
  for (const requiresSecondFactor of [true, false]) {
    const holder = requiresSecondFactor ? 'with' : 'without';
    test(`of two sessions that add a first factor ${holder} a role, one succeeds`, async () => {
      await using idp = await open({ requiresSecondFactor: async () => requiresSecondFactor });
      const { idToken } = await idp.signUpVerified();
      const { idToken: second } = await idp.signIn();
      const { secret, sessionInfo } = await idp.startAppEnrollment(second);
      const totpVerificationInfo = { sessionInfo, verificationCode: appCode(secret, idp.now()) };
      const [byPasskey, byApp] = await Promise.allSettled([
        addPasskey(idp, idToken),
        idp.post('mfaEnrollment:finalize', { idToken: second, totpVerificationInfo }),
      ]);
      const app = byApp.status === 'fulfilled' ? successfulBodies([byApp.value]) : [];
      expect((byPasskey.status === 'fulfilled' ? 1 : 0) + app.length).toBe(1);
      expect(await idp.post('signInWithPassword', { email, password: 'correct horse 1' })).toMatchObject(
        succeeded,
      );
    });
  }
});
