import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { actsOn, fine, password, refusal } from '../testing/acts.ts';
import { openIdentity } from '../testing/test-identity.ts';

const owner = 'owner@example.com';
const stranger = 'stranger@example.net';
const ofStranger = { sub: 'stranger', email: stranger, email_verified: true };
const phoneNumber = '+8801712345678';

onBothDatabases([identityMigrations], (open) => {
  async function stage({ limitScale = 100 } = {}) {
    let now = Date.now();
    const identity = await openIdentity({ open, clock: () => now, limitScale });
    const on = actsOn(identity, () => now);
    return {
      ...on,
      identity,
      pass: (ms: number) => (now += ms),
      confirm: (oobCode: unknown, more = {}) => on.post('confirmEmail', { oobCode, ...more }),
      tryPassword: (email = owner) => on.post('signInWithPassword', { email, password }),
      /** Asks for the code that confirms the address of a session. */
      async askToConfirm(email: string, idToken: string) {
        expect(await on.ask('VERIFY_EMAIL', { idToken })).toMatchObject(fine);
        return on.mailed(email, 'verifyEmail');
      },
      [Symbol.asyncDispose]: identity[Symbol.asyncDispose],
    };
  }

  test('[IDP-05] a session of the account keeps the password for good', async () => {
    await using on = await stage();
    const { idToken, refreshToken } = await on.signUp(owner);
    const code = await on.askToConfirm(owner, idToken);
    expect(await on.confirm(code, { idToken })).toMatchObject({
      ...fine,
      body: { email: owner, removedOtherMethods: false },
    });
    expect(await on.post('lookup', { idToken })).toMatchObject({
      body: { users: [{ emailVerified: true }] },
    });
    await on.byLink(owner);
    expect(await on.tryPassword()).toMatchObject(fine);
    expect(await on.refresh(refreshToken)).toMatchObject(fine);
    expect(await on.confirm(code, { idToken })).toMatchObject(refusal('INVALID_OOB_CODE'));
  });

  test('[IDP-05] without one the password is asked for, and the code stays good until it is right', async () => {
    await using on = await stage();
    const { idToken, refreshToken } = await on.signUp(owner);
    const other = await on.signUp(stranger);
    const code = await on.askToConfirm(owner, idToken);
    expect(await on.confirm(code)).toMatchObject(refusal('PASSWORD_REQUIRED'));
    expect(await on.confirm(code, { idToken: other.idToken })).toMatchObject(refusal('PASSWORD_REQUIRED'));
    expect(await on.confirm(code, { idToken: 'nonsense' })).toMatchObject(refusal('PASSWORD_REQUIRED'));
    expect(await on.confirm(code, { password: 'wrong' })).toMatchObject(refusal('INVALID_PASSWORD'));
    expect(await on.post('lookup', { idToken })).toMatchObject({
      body: { users: [{ emailVerified: false }] },
    });

    expect(await on.confirm(code, { password })).toMatchObject({
      ...fine,
      body: { email: owner, removedOtherMethods: false },
    });
    await on.byLink(owner);
    expect(await on.tryPassword()).toMatchObject(fine);
    expect(await on.refresh(refreshToken)).toMatchObject(fine);
  });

  test('[IDP-05] wrong passwords count as they do at a sign-in', async () => {
    await using on = await stage({ limitScale: 0.3 });
    const code = await on.askToConfirm(owner, (await on.signUp(owner)).idToken);
    const answers = [];
    for (let tries = 0; tries < 4; tries++) answers.push(await on.confirm(code, { password: 'wrong' }));
    expect(answers.at(2)).toMatchObject(refusal('INVALID_PASSWORD'));
    expect(answers.at(3)).toMatchObject(refusal('TOO_MANY_ATTEMPTS_TRY_LATER'));
    expect(await on.tryPassword()).toMatchObject(refusal('TOO_MANY_ATTEMPTS_TRY_LATER'));
  });

  test('[IDP-05] who does not know the password removes all that others have put there', async () => {
    await using on = await stage();
    const { idToken, refreshToken, localId } = await on.signUp(owner);
    expect(await on.byGoogle(ofStranger, { idToken })).toMatchObject(fine);
    expect(await on.byPhone(phoneNumber, { idToken })).toMatchObject(fine);
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: stranger });
    const change = await on.mailed(stranger, 'verifyAndChangeEmail');
    const code = await on.askToConfirm(owner, idToken);

    expect(await on.confirm(code, { removeOtherMethods: true })).toMatchObject({
      ...fine,
      body: { email: owner, removedOtherMethods: true },
    });
    expect(await on.refresh(refreshToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await on.tryPassword()).toMatchObject(refusal('INVALID_PASSWORD'));
    expect((await on.byGoogle(ofStranger)).body.localId).not.toBe(localId);
    expect((await on.byPhone(phoneNumber)).body.localId).not.toBe(localId);
    expect(await on.post('update', { oobCode: change })).toMatchObject(refusal('INVALID_OOB_CODE'));
    const entered = await on.byLink(owner);
    expect(entered.localId).toBe(localId);
    const told = (await on.identity.sentMails()).filter(({ to }) => to === owner);
    expect(told.map(({ subject }) => subject)).toContain('Your Blood Buddies account is yours alone again');
    const { body } = await on.post('lookup', { idToken: entered.idToken });
    expect(body).toMatchObject({ users: [{ emailVerified: true }] });
  });

  test('[IDP-05] an account that came here from another address is not taken over, nor taken back', async () => {
    await using on = await stage();
    const theirs = await on.signUp(stranger);
    const moved = await on.post('update', { idToken: theirs.idToken, email: owner });
    const code = await on.askToConfirm(owner, String(moved.body.idToken));
    expect(await on.confirm(code, { removeOtherMethods: true })).toMatchObject(fine);
    const mine = await on.byLink(owner);
    expect(mine.localId).not.toBe(theirs.localId);
    expect(await on.post('update', { oobCode: await on.mailed(stranger, 'recoverEmail') })).toMatchObject({
      ...fine,
      body: { localId: theirs.localId },
    });
    expect((await on.byLink(owner)).localId).toBe(mine.localId);
  });

  test('[IDP-05] an account without a password has none to ask for', async () => {
    await using on = await stage();
    const { body } = await on.byGoogle({ sub: 'g', email: owner, email_verified: false });
    const idToken = String(body.idToken);
    const byItsSession = await on.askToConfirm(owner, idToken);
    const code = await on.askToConfirm(owner, idToken);
    expect(await on.confirm(byItsSession, { idToken })).toMatchObject({
      ...fine,
      body: { removedOtherMethods: false },
    });
    expect(await on.confirm(code)).toMatchObject({ ...fine, body: { removedOtherMethods: false } });

    const other = await on.byGoogle({ sub: 'h', email: stranger, email_verified: false });
    const otherCode = await on.askToConfirm(stranger, String(other.body.idToken));
    expect(await on.confirm(otherCode)).toMatchObject({ ...fine, body: { removedOtherMethods: true } });
    expect(await on.post('lookup', { idToken: other.body.idToken })).toMatchObject(refusal('TOKEN_EXPIRED'));
  });

  test('[IDP-05] a session that began without the password does not prove it', async () => {
    await using on = await stage();
    const { idToken } = await on.signUp(owner);
    const google = await on.byGoogle(ofStranger, { idToken });
    const code = await on.askToConfirm(owner, idToken);
    expect(await on.confirm(code, { idToken: google.body.idToken })).toMatchObject(
      refusal('PASSWORD_REQUIRED'),
    );
  });

  test('[IDP-05] another address needs a session of the account or its password', async () => {
    await using on = await stage();
    const { idToken } = await on.signUp(stranger);
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: owner });
    const code = await on.mailed(owner, 'verifyAndChangeEmail');
    expect(await on.confirm(code)).toMatchObject(refusal('PASSWORD_REQUIRED'));
    const removing = { removeOtherMethods: true };
    expect(await on.confirm(code, removing)).toMatchObject(refusal('PASSWORD_REQUIRED'));
    expect(await on.confirm(code, { password })).toMatchObject({ ...fine, body: { email: owner } });
    expect(await on.tryPassword(owner)).toMatchObject(fine);

    const linked = await on.byLink('linked@example.com');
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken: linked.idToken, newEmail: 'new@example.com' });
    const change = await on.mailed('new@example.com', 'verifyAndChangeEmail');
    expect(await on.confirm(change)).toMatchObject(refusal('SIGN_IN_REQUIRED'));
    expect(await on.confirm(change, { idToken: linked.idToken })).toMatchObject(fine);
    expect((await on.byLink('new@example.com')).localId).toBe(linked.localId);
  });

  test('[IDP-05] an address that nobody had proven is taken back with the password, or without all else', async () => {
    await using on = await stage();
    for (const more of [{ password }, { removeOtherMethods: true }]) {
      const { idToken, localId } = await on.signUp(owner);
      on.pass(minutes(1));
      await on.post('update', { idToken, email: stranger });
      const code = await on.mailed(owner, 'recoverEmail');
      expect(await on.confirm(code)).toMatchObject(refusal('PASSWORD_REQUIRED'));
      expect(await on.confirm(code, more)).toMatchObject({ ...fine, body: { email: owner } });
      const kept = 'password' in more;
      expect(await on.tryPassword()).toMatchObject(kept ? fine : refusal('INVALID_PASSWORD'));
      const entered = await on.byLink(owner);
      expect(entered.localId).toBe(localId);
      expect(await on.post('delete', { idToken: entered.idToken })).toMatchObject(fine);
    }
  });

  test('[IDP-05] an address that was proven is taken back at once', async () => {
    await using on = await stage();
    const { idToken, localId } = await on.byLink(owner);
    await on.post('update', { idToken, email: stranger });
    expect(await on.confirm(await on.mailed(owner, 'recoverEmail'))).toMatchObject({
      ...fine,
      body: { email: owner, removedOtherMethods: false },
    });
    expect((await on.byLink(owner)).localId).toBe(localId);
  });

  test('[IDP-05] a code of another kind confirms nothing', async () => {
    await using on = await stage();
    await on.signUp(owner);
    await on.ask('PASSWORD_RESET', { email: owner });
    const reset = await on.mailed(owner, 'resetPassword');
    for (const code of [reset, 'nonsense']) {
      expect(await on.confirm(code)).toMatchObject(refusal('INVALID_OOB_CODE'));
    }
    expect(await on.confirm(undefined)).toMatchObject(refusal('MISSING_OOB_CODE'));
  });
});
