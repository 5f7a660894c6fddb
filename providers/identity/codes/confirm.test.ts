import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import { onBoth, password, succeeded, testWith } from '../testing/test-identity.ts';

const owner = 'owner@example.com';
const stranger = 'stranger@example.net';
const ofStranger = { sub: 'stranger', email: stranger, email_verified: true };

onBoth((open) => {
  async function stage({ limitScale = 100 } = {}) {
    const on = await open({ limitScale });
    return {
      ...on,
      /** Confirms; says whether everything else was removed. */
      async confirm(oobCode: string, more: object = {}) {
        return (await on.ok('confirmEmail', { oobCode, ...more })).removedOtherMethods;
      },
      unconfirmed: (code: string, oobCode: unknown, more: object = {}) =>
        on.refused(code, 'confirmEmail', { oobCode, ...more }),
      noPassword: () => on.refused('INVALID_PASSWORD', 'signInWithPassword', { email: owner, password }),
      /** Asks for the code that confirms the address of a session. */
      async askToConfirm(email: string, idToken: string) {
        expect(await on.ask('VERIFY_EMAIL', { idToken })).toMatchObject(succeeded);
        return on.mailed(email, 'verifyEmail');
      },
    };
  }
  const test = testWith(stage);

  test('[IDP-05] a session of the account keeps the password for good', async (on) => {
    const { idToken, localId, refreshToken } = await on.signUp(owner);
    const oobCode = await on.askToConfirm(owner, idToken);
    const confirmed = await on.ok('confirmEmail', { oobCode, idToken });
    expect(confirmed).toMatchObject({ email: owner, removedOtherMethods: false });
    expect(await on.lookUp(idToken)).toMatchObject({ emailVerified: true });
    const entered = await on.byLink(owner);
    expect(entered).toMatchObject({ localId, isNewUser: false });
    await on.signIn(owner);
    expect(await on.refresh(refreshToken)).toMatchObject(succeeded);
    expect(await on.subjects(owner)).not.toContain('Your Blood Buddies account is yours alone again');
    await on.unconfirmed('INVALID_OOB_CODE', oobCode, { idToken });
  });

  test('[IDP-05] without one the password is asked for, and the code stays good until it is right', async (on) => {
    const { idToken, refreshToken } = await on.signUp(owner);
    const other = await on.signUp(stranger);
    const code = await on.askToConfirm(owner, idToken);
    await on.unconfirmed('PASSWORD_REQUIRED', code);
    await on.unconfirmed('PASSWORD_REQUIRED', code, { idToken: other.idToken });
    await on.unconfirmed('PASSWORD_REQUIRED', code, { idToken: 'nonsense' });
    await on.unconfirmed('INVALID_PASSWORD', code, { password: 'wrong' });
    expect(await on.lookUp(idToken)).toMatchObject({ emailVerified: false });

    const confirmed = await on.ok('confirmEmail', { oobCode: code, password });
    expect(confirmed).toMatchObject({ email: owner, removedOtherMethods: false });
    await on.byLink(owner);
    await on.signIn(owner);
    expect(await on.refresh(refreshToken)).toMatchObject(succeeded);
  });

  test('[IDP-05] wrong passwords count as they do at a sign-in', async () => {
    await using on = await stage({ limitScale: 0.3 });
    const code = await on.askToConfirm(owner, (await on.signUp(owner)).idToken);
    for (let tries = 0; tries < 3; tries++) {
      await on.unconfirmed('INVALID_PASSWORD', code, { password: 'wrong' });
    }
    await on.unconfirmed('TOO_MANY_ATTEMPTS_TRY_LATER', code, { password: 'wrong' });
    await on.refused('TOO_MANY_ATTEMPTS_TRY_LATER', 'signInWithPassword', { email: owner, password });
  });

  test('[IDP-05] an account without a password has none to ask for', async (on) => {
    const { idToken } = (await on.byGoogle({ sub: 'g', email: owner, email_verified: false })).body;
    const byItsSession = await on.askToConfirm(owner, idToken);
    const code = await on.askToConfirm(owner, idToken);
    expect(await on.confirm(byItsSession, { idToken })).toBe(false);
    expect(await on.confirm(code)).toBe(false);

    const other = (await on.byGoogle({ sub: 'h', email: stranger, email_verified: false })).body;
    expect(await on.confirm(await on.askToConfirm(stranger, other.idToken))).toBe(true);
    await on.over(other.idToken);
  });

  test('[IDP-05] a session that began without the password does not prove it', async (on) => {
    const { idToken } = await on.signUp(owner);
    const google = await on.byGoogle(ofStranger, { idToken });
    const code = await on.askToConfirm(owner, idToken);
    await on.unconfirmed('PASSWORD_REQUIRED', code, { idToken: google.body.idToken });
  });

  test('[IDP-05] another address needs a session of the account or its password', async (on) => {
    const { idToken } = await on.signUp(stranger);
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: owner });
    const oobCode = await on.mailed(owner, 'verifyAndChangeEmail');
    await on.unconfirmed('PASSWORD_REQUIRED', oobCode);
    await on.unconfirmed('PASSWORD_REQUIRED', oobCode, { removeOtherMethods: true });
    expect(await on.ok('confirmEmail', { oobCode, password })).toMatchObject({ email: owner });
    await on.signIn(owner);

    const linked = await on.byLink('linked@example.com');
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken: linked.idToken, newEmail: 'new@example.com' });
    const change = await on.mailed('new@example.com', 'verifyAndChangeEmail');
    await on.unconfirmed('SIGN_IN_REQUIRED', change);
    await on.confirm(change, { idToken: linked.idToken });
    expect((await on.byLink('new@example.com')).localId).toBe(linked.localId);
  });

  test('[IDP-05] an address that nobody had proven is taken back with the password, or without all else', async (on) => {
    for (const more of [{ password }, { removeOtherMethods: true }]) {
      const { idToken, localId } = await on.signUp(owner);
      on.pass(minutes(1));
      await on.ok('update', { idToken, email: stranger });
      const oobCode = await on.mailed(owner, 'recoverEmail');
      await on.unconfirmed('PASSWORD_REQUIRED', oobCode);
      expect(await on.ok('confirmEmail', { oobCode, ...more })).toMatchObject({ email: owner });
      await ('password' in more ? on.signIn(owner) : on.noPassword());
      const entered = await on.byLink(owner);
      expect(entered.localId).toBe(localId);
      await on.ok('delete', { idToken: entered.idToken });
    }
  });

  test('[IDP-05] an address that was proven is taken back at once', async (on) => {
    const { idToken, localId } = await on.byLink(owner);
    await on.ok('update', { idToken, email: stranger });
    const confirmed = await on.ok('confirmEmail', { oobCode: await on.mailed(owner, 'recoverEmail') });
    expect(confirmed).toMatchObject({ email: owner, removedOtherMethods: false });
    expect((await on.byLink(owner)).localId).toBe(localId);
  });

  test('[IDP-05] a code of another kind confirms nothing', async (on) => {
    await on.signUp(owner);
    await on.ask('PASSWORD_RESET', { email: owner });
    await on.unconfirmed('INVALID_OOB_CODE', await on.mailed(owner, 'resetPassword'));
    await on.unconfirmed('INVALID_OOB_CODE', 'nonsense');
    await on.unconfirmed('MISSING_OOB_CODE', undefined);
  });
});
