import { expect, it } from 'vitest';
import { minutes } from '#platform/time.ts';
import {
  errorResponse,
  onBoth,
  password,
  phoneNumber,
  succeeded,
  type TestIdentity,
  testWith,
} from './testing/test-identity.ts';

const victim = 'victim@example.com';
const attacker = 'attacker@example.net';
const attackerGoogle = { sub: 'attacker', email: attacker, email_verified: true };
const victimGoogle = { sub: 'victim', email: victim, email_verified: true };
const ownPassword = 'my own pw 1';
const otherPassword = 'another 123';

onBoth((open) => {
  const openWithHighLimits = () => open({ limitScale: 100 });
  const test = testWith(openWithHighLimits);

  /** The account that somebody opened with the address of another, who then confirmed it by the mailed code. */
  async function signUpConfirmed(idp: TestIdentity) {
    const account = await idp.signUp(victim);
    await idp.verify(victim, account.idToken);
    return account;
  }
  const expectPasswordRemoved = (idp: TestIdentity, word = password) =>
    idp.expectError('INVALID_PASSWORD', 'signInWithPassword', { email: victim, password: word });
  const expectEnded = async (idp: TestIdentity, refreshToken: unknown) =>
    expect(await idp.refresh(refreshToken)).toMatchObject(errorResponse('TOKEN_EXPIRED'));
  /** Takes the address back by the link mailed to it. */
  const recoverEmail = async (idp: TestIdentity, address: string) =>
    idp.ok('update', { oobCode: await idp.emailedCode(address, 'recoverEmail') });

  test('[IDP-02] who opened an account in my name stays out of it, though no way in was left', async (idp) => {
    const { idToken, refreshToken } = await idp.signUp(victim);
    await idp.ok('update', { idToken, deleteProvider: ['password'] });
    await idp.signInWithLink(victim);
    await expectEnded(idp, refreshToken);
  });

  test('[IDP-05] a change of address that a stranger began ends with a new password', async (idp) => {
    const stranger = await idp.signUp(victim);
    const beginChange = (idToken: string) =>
      idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
    const changeRefused = async () =>
      idp.expectError('INVALID_OOB_CODE', 'update', {
        oobCode: await idp.emailedCode(attacker, 'verifyAndChangeEmail'),
      });
    await beginChange(stranger.idToken);
    expect(await idp.reset(victim, ownPassword)).toMatchObject(succeeded);
    const { idToken } = await idp.signIn(victim, ownPassword);
    await changeRefused();
    await beginChange(idToken);
    await idp.ok('update', { idToken, password: 'my other pw 1' });
    await changeRefused();
  });

  it.for(['link', 'reset', 'google', 'confirmed', 'own page'])(
    '[IDP-05] whoever moved their account onto my address takes nothing of mine back with it (%s)',
    async (way) => {
      await using idp = await openWithHighLimits();
      const { idToken, localId } = await idp.signUp(attacker);
      const moved = await idp.ok('update', { idToken, email: victim });
      if (way === 'reset') expect(await idp.reset(victim, ownPassword)).toMatchObject(succeeded);
      if (way === 'confirmed') await idp.verify(victim, moved.idToken);
      if (way === 'own page') {
        await idp.requestCode('VERIFY_EMAIL', { idToken: moved.idToken });
        const oobCode = await idp.emailedCode(victim, 'verifyEmail');
        await idp.ok('confirmEmail', { oobCode, removeOtherMethods: true });
      }
      const enter: Record<string, () => Promise<{ localId: string }>> = {
        reset: () => idp.signIn(victim, ownPassword),
        google: async () => (await idp.signInWithGoogle(victimGoogle)).body,
      };
      const mine = await (enter[way]?.() ?? idp.signInWithLink(victim));
      expect(mine.localId).not.toBe(localId);
      expect(await recoverEmail(idp, attacker)).toMatchObject({ localId, email: attacker });
      expect((await idp.signInWithLink(victim)).localId).toBe(mine.localId);
    },
  );

  test('[IDP-05] whoever takes their address back is alone in the account', async (idp) => {
    const { localId } = await signUpConfirmed(idp);
    idp.advanceClock(minutes(1));
    const thief = await idp.signIn(victim);
    const theirs = { email: attacker, password: 'thief 123' };
    const moved = await idp.ok('update', { idToken: thief.idToken, ...theirs });
    const linked = await idp.signInWithGoogle(attackerGoogle, { idToken: moved.idToken });
    expect(linked).toMatchObject({ ...succeeded, body: { localId } });
    await recoverEmail(idp, victim);
    expect((await idp.signInWithGoogle(attackerGoogle)).body.localId).not.toBe(localId);
  });

  test('[IDP-02] a link that was opened in an old session does not make the session young', async (idp) => {
    const { idToken } = await idp.signUp(victim);
    idp.advanceClock(minutes(50));
    const linked = await idp.signInWithLink(victim, { idToken });
    const change = { idToken: linked.idToken, password: otherPassword };
    await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'update', change);
  });

  test('[IDP-05] a reset that is refused changes nothing', async (idp) => {
    const person = await idp.signUp(victim);
    await idp.requestCode('PASSWORD_RESET', { email: victim });
    const oobCode = await idp.emailedCode(victim, 'resetPassword');
    await idp.ok('update', { idToken: person.idToken, deleteAttribute: ['EMAIL'] });
    const other = { sub: 'me', email: 'other@example.com', email_verified: false };
    const { idToken } = (await idp.signInWithGoogle(other, { idToken: person.idToken })).body;
    await idp.expectError('INVALID_OOB_CODE', 'resetPassword', { oobCode, newPassword: otherPassword });
    const left = { localId: person.localId, providerUserInfo: [{ providerId: 'google.com' }] };
    expect(await idp.lookUp(idToken)).toMatchObject(left);
  });

  test('[IDP-06] changing the address to and fro mails nobody without end', async () => {
    await using idp = await open();
    let { idToken } = await idp.signUp(victim);
    for (let turn = 0; turn < 30; turn++) {
      const email = turn % 2 ? victim : `${turn}@example.net`;
      const { body } = await idp.post('update', { idToken, email });
      idToken = body.idToken ?? idToken;
      idp.advanceClock(1000);
    }
    expect((await idp.sentEmails(victim)).length).toBeLessThanOrEqual(10);
  });

  test('[IDP-05] a code that confirms an address ends no session and removes no password by itself', async (idp) => {
    const { idToken } = await signUpConfirmed(idp);
    await idp.lookUp(idToken);
    await idp.signIn(victim);
  });

  test('[IDP-02] a sign-in link removes a password that was there before; the owner is told, and keeps what they choose', async (idp) => {
    const stranger = await signUpConfirmed(idp);
    const again = await idp.signIn(victim);
    const owner = await idp.signInWithLink(victim);
    expect(owner.localId).toBe(stranger.localId);
    await expectPasswordRemoved(idp);
    for (const { refreshToken } of [stranger, again]) await expectEnded(idp, refreshToken);
    expect(await idp.refresh(owner.refreshToken)).toMatchObject(succeeded);
    expect((await idp.emailSubjects(victim)).at(-1)).toBe('We secured your Blood Buddies account');
    await idp.ok('update', { idToken: owner.idToken, password: ownPassword });
    await idp.signInWithLink(victim);
    await idp.signIn(victim, ownPassword);
  });

  test('[IDP-02] so does one that was chosen since, by a session of that password', async (idp) => {
    await signUpConfirmed(idp);
    const { idToken } = await idp.signIn(victim);
    await idp.ok('update', { idToken, password: otherPassword });
    await idp.signInWithLink(victim);
    await expectPasswordRemoved(idp, otherPassword);
  });

  test('[IDP-05] a reset leaves nothing of what was there before the address was confirmed', async (idp) => {
    const stranger = await idp.signUp(victim);
    expect(await idp.signInWithGoogle(attackerGoogle, { idToken: stranger.idToken })).toMatchObject(
      succeeded,
    );
    await idp.verify(victim, stranger.idToken);
    expect(await idp.reset(victim, ownPassword)).toMatchObject(succeeded);
    expect((await idp.signInWithGoogle(attackerGoogle)).body.localId).not.toBe(stranger.localId);
    await idp.signInWithLink(victim);
    await idp.signIn(victim, ownPassword);
  });

  test('[IDP-03] a sign-in with Google removes nothing, and the next link still does', async (idp) => {
    const { localId } = await signUpConfirmed(idp);
    expect(await idp.signInWithGoogle(victimGoogle)).toMatchObject({ ...succeeded, body: { localId } });
    await idp.signIn(victim);
    await idp.signInWithLink(victim);
    await expectPasswordRemoved(idp);
  });

  it.for(['unconfirmed', 'confirmed', 'confirmed on our own page'])(
    '[IDP-02] [IDP-05] other methods that were added before go too: Google, a phone number, a change of address (%s)',
    async (way) => {
      await using idp = await openWithHighLimits();
      const { idToken, localId, refreshToken } = await idp.signUp(victim);
      expect(await idp.signInWithGoogle(attackerGoogle, { idToken })).toMatchObject(succeeded);
      expect(await idp.signInWithPhone(phoneNumber, { idToken })).toMatchObject(succeeded);
      await idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
      const change = await idp.emailedCode(attacker, 'verifyAndChangeEmail');
      await idp.requestCode('VERIFY_EMAIL', { idToken });
      const oobCode = await idp.emailedCode(victim, 'verifyEmail');
      if (way === 'confirmed on our own page') {
        const asked = { oobCode, removeOtherMethods: true };
        expect(await idp.ok('confirmEmail', asked)).toMatchObject({
          email: victim,
          removedOtherMethods: true,
        });
      } else if (way === 'confirmed') await idp.ok('update', { oobCode });
      const entered = await idp.signInWithLink(victim);
      expect(entered).toMatchObject({ localId, isNewUser: false });
      await expectEnded(idp, refreshToken);
      await expectPasswordRemoved(idp);
      expect((await idp.signInWithGoogle(attackerGoogle)).body.localId).not.toBe(localId);
      expect((await idp.signInWithPhone()).body.localId).not.toBe(localId);
      await idp.expectError('INVALID_OOB_CODE', 'update', { oobCode: change });
      expect(await idp.emailSubjects(victim)).toContain('We secured your Blood Buddies account');
      expect(await idp.lookUp(entered.idToken)).toMatchObject({ emailVerified: true });
    },
  );

  test('[IDP-05] an address that is taken back proves no password that came before it', async (idp) => {
    const { idToken } = await idp.signUp(victim);
    idp.advanceClock(minutes(1));
    await idp.ok('update', { idToken, email: attacker });
    expect(await recoverEmail(idp, victim)).toMatchObject({ emailVerified: true });
    await idp.signIn(victim);
    await idp.signInWithLink(victim);
    await expectPasswordRemoved(idp);
  });

  test('[IDP-05] an address that its owner had proven is taken back with the password', async (idp) => {
    const { idToken } = await idp.signInWithLink(victim);
    const own = await idp.ok('update', { idToken, password: ownPassword });
    idp.advanceClock(minutes(1));
    await idp.ok('update', { idToken: own.idToken, email: attacker });
    await idp.verify(attacker, (await idp.signIn(attacker, ownPassword)).idToken);
    await recoverEmail(idp, victim);
    await idp.signInWithLink(victim);
    await idp.signIn(victim, ownPassword);
  });

  test('[IDP-07] a second factor is asked for still; the password beside it goes', async (idp) => {
    await idp.enrollApp((await signUpConfirmed(idp)).idToken);
    const entered = await idp.signInWithLink(victim);
    expect(entered).toHaveProperty('mfaPendingCredential');
    expect(entered).not.toHaveProperty('idToken');
    await expectPasswordRemoved(idp);
  });

  test('[IDP-02] a link opened by whoever holds a session of that password proves the password', async (idp) => {
    await idp.signInWithLink(victim, { idToken: (await signUpConfirmed(idp)).idToken });
    await idp.signInWithLink(victim);
    await idp.signIn(victim);
  });
});
