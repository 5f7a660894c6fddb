import { expect } from 'vitest';
import { testWith } from '#platform/testing/test-with.ts';
import { minutes } from '#platform/time.ts';
import { onBoth, password, succeeded } from '../testing/test-identity.ts';

const owner = 'owner@example.com';
const stranger = 'stranger@example.net';
const strangerGoogle = { sub: 'stranger', email: stranger, email_verified: true };

onBoth((open) => {
  async function openWithHighLimits({ limitScale = 100 } = {}) {
    const idp = await open({ limitScale });
    return {
      ...idp,
      /** Confirms the address and returns whether the other sign-in methods were removed. */
      async confirm(oobCode: string, more: object = {}) {
        return (await idp.ok('confirmEmail', { oobCode, ...more })).removedOtherMethods;
      },
      expectConfirmError: (code: string, oobCode: unknown, more: object = {}) =>
        idp.expectError(code, 'confirmEmail', { oobCode, ...more }),
      expectPasswordRemoved: () =>
        idp.expectError('INVALID_PASSWORD', 'signInWithPassword', { email: owner, password }),
      /** Requests the code that confirms the address of a session. */
      async requestVerification(email: string, idToken: string) {
        expect(await idp.requestCode('VERIFY_EMAIL', { idToken })).toMatchObject(succeeded);
        return idp.emailedCode(email, 'verifyEmail');
      },
    };
  }
  const test = testWith(openWithHighLimits);

  test('[IDP-05] confirming with a session of the account keeps the password', async (idp) => {
    const { idToken, localId, refreshToken } = await idp.signUp(owner);
    const oobCode = await idp.requestVerification(owner, idToken);
    const confirmed = await idp.ok('confirmEmail', { oobCode, idToken });
    expect(confirmed).toMatchObject({ email: owner, removedOtherMethods: false });
    expect(await idp.lookUp(idToken)).toMatchObject({ emailVerified: true });
    const signedIn = await idp.signInWithLink(owner);
    expect(signedIn).toMatchObject({ localId, isNewUser: false });
    await idp.signIn(owner);
    expect(await idp.refresh(refreshToken)).toMatchObject(succeeded);
    expect(await idp.emailSubjects(owner)).not.toContain('We secured your Blood Buddies account');
    await idp.expectConfirmError('INVALID_OOB_CODE', oobCode, { idToken });
  });

  test('[IDP-05] without a session requires the password, and the code stays valid until it is correct', async (idp) => {
    const { idToken, refreshToken } = await idp.signUp(owner);
    const other = await idp.signUp(stranger);
    const code = await idp.requestVerification(owner, idToken);
    await idp.expectConfirmError('PASSWORD_REQUIRED', code);
    await idp.expectConfirmError('PASSWORD_REQUIRED', code, { idToken: other.idToken });
    await idp.expectConfirmError('PASSWORD_REQUIRED', code, { idToken: 'nonsense' });
    await idp.expectConfirmError('INVALID_PASSWORD', code, { password: 'wrong' });
    expect(await idp.lookUp(idToken)).toMatchObject({ emailVerified: false });

    const confirmed = await idp.ok('confirmEmail', { oobCode: code, password });
    expect(confirmed).toMatchObject({ email: owner, removedOtherMethods: false });
    await idp.signInWithLink(owner);
    await idp.signIn(owner);
    expect(await idp.refresh(refreshToken)).toMatchObject(succeeded);
  });

  test('[IDP-05] counts wrong passwords like failed sign-ins', async () => {
    await using idp = await openWithHighLimits({ limitScale: 0.3 });
    const code = await idp.requestVerification(owner, (await idp.signUp(owner)).idToken);
    for (let tries = 0; tries < 3; tries++) {
      await idp.expectConfirmError('INVALID_PASSWORD', code, { password: 'wrong' });
    }
    await idp.expectConfirmError('TOO_MANY_ATTEMPTS_TRY_LATER', code, { password: 'wrong' });
    await idp.expectError('TOO_MANY_ATTEMPTS_TRY_LATER', 'signInWithPassword', { email: owner, password });
  });

  test('[IDP-05] an account without a password needs none', async (idp) => {
    const { idToken } = (await idp.signInWithGoogle({ sub: 'g', email: owner, email_verified: false })).body;
    const codeForSession = await idp.requestVerification(owner, idToken);
    const code = await idp.requestVerification(owner, idToken);
    expect(await idp.confirm(codeForSession, { idToken })).toBe(false);
    expect(await idp.confirm(code)).toBe(false);

    const other = (await idp.signInWithGoogle({ sub: 'h', email: stranger, email_verified: false })).body;
    expect(await idp.confirm(await idp.requestVerification(stranger, other.idToken))).toBe(true);
    await idp.expectSessionEnded(other.idToken);
  });

  test('[IDP-05] a session started without the password does not prove the password', async (idp) => {
    const { idToken } = await idp.signUp(owner);
    const google = await idp.signInWithGoogle(strangerGoogle, { idToken });
    const code = await idp.requestVerification(owner, idToken);
    await idp.expectConfirmError('PASSWORD_REQUIRED', code, { idToken: google.body.idToken });
  });

  test('[IDP-05] a change of address requires a session of the account or its password', async (idp) => {
    const { idToken } = await idp.signUp(stranger);
    await idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: owner });
    const oobCode = await idp.emailedCode(owner, 'verifyAndChangeEmail');
    await idp.expectConfirmError('PASSWORD_REQUIRED', oobCode);
    await idp.expectConfirmError('PASSWORD_REQUIRED', oobCode, { removeOtherMethods: true });
    expect(await idp.ok('confirmEmail', { oobCode, password })).toMatchObject({ email: owner });
    await idp.signIn(owner);

    const linked = await idp.signInWithLink('linked@example.com');
    await idp.requestCode('VERIFY_AND_CHANGE_EMAIL', {
      idToken: linked.idToken,
      newEmail: 'new@example.com',
    });
    const change = await idp.emailedCode('new@example.com', 'verifyAndChangeEmail');
    await idp.expectConfirmError('SIGN_IN_REQUIRED', change);
    await idp.confirm(change, { idToken: linked.idToken });
    expect((await idp.signInWithLink('new@example.com')).localId).toBe(linked.localId);
  });

  test('[IDP-05] an unverified address is restored with the password, or with all other methods removed', async (idp) => {
    for (const more of [{ password }, { removeOtherMethods: true }]) {
      const { idToken, localId } = await idp.signUp(owner);
      idp.advanceClock(minutes(1));
      await idp.ok('update', { idToken, email: stranger });
      const oobCode = await idp.emailedCode(owner, 'recoverEmail');
      await idp.expectConfirmError('PASSWORD_REQUIRED', oobCode);
      expect(await idp.ok('confirmEmail', { oobCode, ...more })).toMatchObject({ email: owner });
      await ('password' in more ? idp.signIn(owner) : idp.expectPasswordRemoved());
      const signedIn = await idp.signInWithLink(owner);
      expect(signedIn.localId).toBe(localId);
      await idp.ok('delete', { idToken: signedIn.idToken });
    }
  });

  test('[IDP-05] a verified address is restored without further proof', async (idp) => {
    const { idToken, localId } = await idp.signInWithLink(owner);
    await idp.ok('update', { idToken, email: stranger });
    const confirmed = await idp.ok('confirmEmail', { oobCode: await idp.emailedCode(owner, 'recoverEmail') });
    expect(confirmed).toMatchObject({ email: owner, removedOtherMethods: false });
    expect((await idp.signInWithLink(owner)).localId).toBe(localId);
  });

  test('[IDP-05] rejects codes of another purpose', async (idp) => {
    await idp.signUp(owner);
    await idp.requestCode('PASSWORD_RESET', { email: owner });
    await idp.expectConfirmError('INVALID_OOB_CODE', await idp.emailedCode(owner, 'resetPassword'));
  });
});
