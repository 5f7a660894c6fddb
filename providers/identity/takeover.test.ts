import { expect, it } from 'vitest';
import { minutes } from '#platform/time.ts';
import {
  onBoth,
  password,
  phoneNumber,
  rejection,
  succeeded,
  type TestIdentity,
  testWith,
} from './testing/test-identity.ts';

const victim = 'victim@example.com';
const attacker = 'attacker@example.net';
const ofAttacker = { sub: 'attacker', email: attacker, email_verified: true };
const ofVictim = { sub: 'victim', email: victim, email_verified: true };
const ownPassword = 'my own pw 1';
const otherPassword = 'another 123';

onBoth((open) => {
  const stage = () => open({ limitScale: 100 });
  const test = testWith(stage);

  /** The account that somebody opened with the address of another, who then confirmed it by the mailed code. */
  async function confirmed(on: TestIdentity) {
    const account = await on.signUp(victim);
    await on.verify(victim, account.idToken);
    return account;
  }
  const noPassword = (on: TestIdentity, word = password) =>
    on.refused('INVALID_PASSWORD', 'signInWithPassword', { email: victim, password: word });
  const isOver = async (on: TestIdentity, refreshToken: unknown) =>
    expect(await on.refresh(refreshToken)).toMatchObject(rejection('TOKEN_EXPIRED'));
  /** Takes the address back by the link mailed to it. */
  const takeBack = async (on: TestIdentity, address: string) =>
    on.ok('update', { oobCode: await on.mailed(address, 'recoverEmail') });

  test('[IDP-02] who opened an account in my name stays out of it, though no way in was left', async (on) => {
    const { idToken, refreshToken } = await on.signUp(victim);
    await on.ok('update', { idToken, deleteProvider: ['password'] });
    await on.byLink(victim);
    await isOver(on, refreshToken);
  });

  test('[IDP-05] a change of address that a stranger began ends with a new password', async (on) => {
    const stranger = await on.signUp(victim);
    const beginChange = (idToken: string) =>
      on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
    const changeRefused = async () =>
      on.refused('INVALID_OOB_CODE', 'update', {
        oobCode: await on.mailed(attacker, 'verifyAndChangeEmail'),
      });
    await beginChange(stranger.idToken);
    expect(await on.reset(victim, ownPassword)).toMatchObject(succeeded);
    const { idToken } = await on.signIn(victim, ownPassword);
    await changeRefused();
    await beginChange(idToken);
    await on.ok('update', { idToken, password: 'my other pw 1' });
    await changeRefused();
  });

  it.for(['link', 'reset', 'google', 'confirmed', 'own page'])(
    '[IDP-05] whoever moved their account onto my address takes nothing of mine back with it (%s)',
    async (way) => {
      await using on = await stage();
      const { idToken, localId } = await on.signUp(attacker);
      const moved = await on.ok('update', { idToken, email: victim });
      if (way === 'reset') expect(await on.reset(victim, ownPassword)).toMatchObject(succeeded);
      if (way === 'confirmed') await on.verify(victim, moved.idToken);
      if (way === 'own page') {
        await on.ask('VERIFY_EMAIL', { idToken: moved.idToken });
        const oobCode = await on.mailed(victim, 'verifyEmail');
        await on.ok('confirmEmail', { oobCode, removeOtherMethods: true });
      }
      const enter: Record<string, () => Promise<{ localId: string }>> = {
        reset: () => on.signIn(victim, ownPassword),
        google: async () => (await on.byGoogle(ofVictim)).body,
      };
      const mine = await (enter[way]?.() ?? on.byLink(victim));
      expect(mine.localId).not.toBe(localId);
      expect(await takeBack(on, attacker)).toMatchObject({ localId, email: attacker });
      expect((await on.byLink(victim)).localId).toBe(mine.localId);
    },
  );

  test('[IDP-05] whoever takes their address back is alone in the account', async (on) => {
    const { localId } = await confirmed(on);
    on.pass(minutes(1));
    const thief = await on.signIn(victim);
    const theirs = { email: attacker, password: 'thief 123' };
    const moved = await on.ok('update', { idToken: thief.idToken, ...theirs });
    const linked = await on.byGoogle(ofAttacker, { idToken: moved.idToken });
    expect(linked).toMatchObject({ ...succeeded, body: { localId } });
    await takeBack(on, victim);
    expect((await on.byGoogle(ofAttacker)).body.localId).not.toBe(localId);
  });

  test('[IDP-02] a link that was opened in an old session does not make the session young', async (on) => {
    const { idToken } = await on.signUp(victim);
    on.pass(minutes(50));
    const linked = await on.byLink(victim, { idToken });
    const change = { idToken: linked.idToken, password: otherPassword };
    await on.refused('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'update', change);
  });

  test('[IDP-05] a reset that is refused changes nothing', async (on) => {
    const person = await on.signUp(victim);
    await on.ask('PASSWORD_RESET', { email: victim });
    const oobCode = await on.mailed(victim, 'resetPassword');
    await on.ok('update', { idToken: person.idToken, deleteAttribute: ['EMAIL'] });
    const other = { sub: 'me', email: 'other@example.com', email_verified: false };
    const { idToken } = (await on.byGoogle(other, { idToken: person.idToken })).body;
    await on.refused('INVALID_OOB_CODE', 'resetPassword', { oobCode, newPassword: otherPassword });
    const left = { localId: person.localId, providerUserInfo: [{ providerId: 'google.com' }] };
    expect(await on.lookUp(idToken)).toMatchObject(left);
  });

  test('[IDP-06] changing the address to and fro mails nobody without end', async () => {
    await using on = await open();
    let { idToken } = await on.signUp(victim);
    for (let turn = 0; turn < 30; turn++) {
      const email = turn % 2 ? victim : `${turn}@example.net`;
      const { body } = await on.post('update', { idToken, email });
      idToken = body.idToken ?? idToken;
      on.pass(1000);
    }
    expect((await on.sentMails(victim)).length).toBeLessThanOrEqual(10);
  });

  test('[IDP-05] a code that confirms an address ends no session and removes no password by itself', async (on) => {
    const { idToken } = await confirmed(on);
    await on.lookUp(idToken);
    await on.signIn(victim);
  });

  test('[IDP-02] a sign-in link removes a password that was there before; the owner is told, and keeps what they choose', async (on) => {
    const stranger = await confirmed(on);
    const again = await on.signIn(victim);
    const owner = await on.byLink(victim);
    expect(owner.localId).toBe(stranger.localId);
    await noPassword(on);
    for (const { refreshToken } of [stranger, again]) await isOver(on, refreshToken);
    expect(await on.refresh(owner.refreshToken)).toMatchObject(succeeded);
    expect((await on.subjects(victim)).at(-1)).toBe('Your Blood Buddies account is yours alone again');
    await on.ok('update', { idToken: owner.idToken, password: ownPassword });
    await on.byLink(victim);
    await on.signIn(victim, ownPassword);
  });

  test('[IDP-02] so does one that was chosen since, by a session of that password', async (on) => {
    await confirmed(on);
    const { idToken } = await on.signIn(victim);
    await on.ok('update', { idToken, password: otherPassword });
    await on.byLink(victim);
    await noPassword(on, otherPassword);
  });

  test('[IDP-05] a reset leaves nothing of what was there before the address was confirmed', async (on) => {
    const stranger = await on.signUp(victim);
    expect(await on.byGoogle(ofAttacker, { idToken: stranger.idToken })).toMatchObject(succeeded);
    await on.verify(victim, stranger.idToken);
    expect(await on.reset(victim, ownPassword)).toMatchObject(succeeded);
    expect((await on.byGoogle(ofAttacker)).body.localId).not.toBe(stranger.localId);
    await on.byLink(victim);
    await on.signIn(victim, ownPassword);
  });

  test('[IDP-03] a sign-in with Google removes nothing, and the next link still does', async (on) => {
    const { localId } = await confirmed(on);
    expect(await on.byGoogle(ofVictim)).toMatchObject({ ...succeeded, body: { localId } });
    await on.signIn(victim);
    await on.byLink(victim);
    await noPassword(on);
  });

  it.for(['unconfirmed', 'confirmed', 'confirmed on our own page'])(
    '[IDP-02] [IDP-05] other methods that were added before go too: Google, a phone number, a change of address (%s)',
    async (way) => {
      await using on = await stage();
      const { idToken, localId, refreshToken } = await on.signUp(victim);
      expect(await on.byGoogle(ofAttacker, { idToken })).toMatchObject(succeeded);
      expect(await on.byPhone(phoneNumber, { idToken })).toMatchObject(succeeded);
      await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
      const change = await on.mailed(attacker, 'verifyAndChangeEmail');
      await on.ask('VERIFY_EMAIL', { idToken });
      const oobCode = await on.mailed(victim, 'verifyEmail');
      if (way === 'confirmed on our own page') {
        const asked = { oobCode, removeOtherMethods: true };
        expect(await on.ok('confirmEmail', asked)).toMatchObject({
          email: victim,
          removedOtherMethods: true,
        });
      } else if (way === 'confirmed') await on.ok('update', { oobCode });
      const entered = await on.byLink(victim);
      expect(entered).toMatchObject({ localId, isNewUser: false });
      await isOver(on, refreshToken);
      await noPassword(on);
      expect((await on.byGoogle(ofAttacker)).body.localId).not.toBe(localId);
      expect((await on.byPhone()).body.localId).not.toBe(localId);
      await on.refused('INVALID_OOB_CODE', 'update', { oobCode: change });
      expect(await on.subjects(victim)).toContain('Your Blood Buddies account is yours alone again');
      expect(await on.lookUp(entered.idToken)).toMatchObject({ emailVerified: true });
    },
  );

  test('[IDP-05] an address that is taken back proves no password that came before it', async (on) => {
    const { idToken } = await on.signUp(victim);
    on.pass(minutes(1));
    await on.ok('update', { idToken, email: attacker });
    expect(await takeBack(on, victim)).toMatchObject({ emailVerified: true });
    await on.signIn(victim);
    await on.byLink(victim);
    await noPassword(on);
  });

  test('[IDP-05] an address that its owner had proven is taken back with the password', async (on) => {
    const { idToken } = await on.byLink(victim);
    const own = await on.ok('update', { idToken, password: ownPassword });
    on.pass(minutes(1));
    await on.ok('update', { idToken: own.idToken, email: attacker });
    await on.verify(attacker, (await on.signIn(attacker, ownPassword)).idToken);
    await takeBack(on, victim);
    await on.byLink(victim);
    await on.signIn(victim, ownPassword);
  });

  test('[IDP-07] a second factor is asked for still; the password beside it goes', async (on) => {
    await on.enrolApp((await confirmed(on)).idToken);
    const entered = await on.byLink(victim);
    expect(entered).toHaveProperty('mfaPendingCredential');
    expect(entered).not.toHaveProperty('idToken');
    await noPassword(on);
  });

  test('[IDP-02] a link opened by whoever holds a session of that password proves the password', async (on) => {
    await on.byLink(victim, { idToken: (await confirmed(on)).idToken });
    await on.byLink(victim);
    await on.signIn(victim);
  });
});
