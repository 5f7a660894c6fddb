import { expect, it } from 'vitest';
import { testWith } from '#platform/testing/test-with.ts';
import { minutes } from '#platform/time.ts';
import {
  errorResponse,
  onBoth,
  password,
  phoneNumber,
  succeeded,
  type TestIdentity,
} from './testing/test-identity.ts';
import type { Body } from './testing/test-provider.ts';

const victim = 'victim@example.com';
const attacker = 'attacker@example.net';
const attackerGoogle = { sub: 'attacker', email: attacker, email_verified: true };
const victimGoogle = { sub: 'victim', email: victim, email_verified: true, name: 'Victim' };
const ownPassword = 'my own pw 1';
const otherPassword = 'another 123';

onBoth((open) => {
  const openWithHighLimits = () => open({ limitScale: 100 });
  const test = testWith(openWithHighLimits);

  /** Signs up with the victim's address, which the victim then confirms with the emailed code. */
  async function signUpConfirmed(idp: TestIdentity) {
    const account = await idp.signUp(victim);
    await idp.verify(victim, account.idToken);
    return account;
  }
  const expectPasswordRemoved = (idp: TestIdentity, word = password) =>
    idp.expectError('INVALID_PASSWORD', 'signInWithPassword', { email: victim, password: word });
  const expectEnded = async (idp: TestIdentity, refreshToken: unknown) =>
    expect(await idp.refresh(refreshToken)).toMatchObject(errorResponse('TOKEN_EXPIRED'));
  /** Restores the address with the link that was sent to it. */
  const recoverEmail = async (idp: TestIdentity, address: string) =>
    idp.ok('update', { oobCode: await idp.emailedCode(address, 'recoverEmail') });

  type Proof = 'sign-in link' | 'reset' | 'Google token';
  const signInBy: Record<Proof, (idp: TestIdentity) => Promise<Body>> = {
    'sign-in link': (idp) => idp.signInWithLink(victim),
    async reset(idp) {
      expect(await idp.reset(victim, ownPassword)).toMatchObject(succeeded);
      return idp.signIn(victim, ownPassword);
    },
    'Google token': async (idp) => (await idp.signInWithGoogle(victimGoogle)).body,
  };

  test('[IDP-02] a sign-in link ends sessions of a stranger who created the account and removed its password', async (idp) => {
    const { idToken, refreshToken } = await idp.signUp(victim);
    await idp.ok('update', { idToken, deleteProvider: ['password'] });
    await idp.signInWithLink(victim);
    await expectEnded(idp, refreshToken);
  });

  test('[IDP-05] a new password invalidates pending changes of address', async (idp) => {
    const stranger = await idp.signUp(victim);
    const requestChange = (idToken: string) =>
      idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
    const expectChangeRejected = async () =>
      idp.expectError('INVALID_OOB_CODE', 'update', {
        oobCode: await idp.emailedCode(attacker, 'verifyAndChangeEmail'),
      });
    await requestChange(stranger.idToken);
    expect(await idp.reset(victim, ownPassword)).toMatchObject(succeeded);
    const { idToken } = await idp.signIn(victim, ownPassword);
    await expectChangeRejected();
    await requestChange(idToken);
    await idp.ok('update', { idToken, password: 'my other pw 1' });
    await expectChangeRejected();
  });

  it.for(['sign-in link', 'reset', 'Google token', 'confirmed', 'own page'])(
    '[IDP-05] [IDP-16] a stranger who moved an account to my address cannot restore access to mine (%s)',
    async (method) => {
      await using idp = await openWithHighLimits();
      const { idToken, localId } = await idp.signUp(attacker);
      const moved = await idp.ok('update', { idToken, email: victim });
      if (method === 'confirmed') await idp.verify(victim, moved.idToken);
      if (method === 'own page') {
        await idp.requestCode('VERIFY_EMAIL', { idToken: moved.idToken });
        const oobCode = await idp.emailedCode(victim, 'verifyEmail');
        await idp.ok('confirmEmail', { oobCode, removeOtherMethods: true });
      }
      const mine = await (signInBy[method as Proof] ?? signInBy['sign-in link'])(idp);
      expect(mine.localId).not.toBe(localId);
      if (method === 'Google token') expect(mine).toMatchObject({ isNewUser: true, email: victim });
      expect(await recoverEmail(idp, attacker)).toMatchObject({ localId, email: attacker });
      expect((await idp.signInWithLink(victim)).localId).toBe(mine.localId);
    },
  );

  test('[IDP-05] restoring an address removes the sign-in methods that were added after the change', async (idp) => {
    const { localId } = await signUpConfirmed(idp);
    idp.advanceClock(minutes(1));
    const thief = await idp.signIn(victim);
    const changes = { email: attacker, password: 'thief 123' };
    const moved = await idp.ok('update', { idToken: thief.idToken, ...changes });
    const linked = await idp.signInWithGoogle(attackerGoogle, { idToken: moved.idToken });
    expect(linked).toMatchObject({ ...succeeded, body: { localId } });
    await recoverEmail(idp, victim);
    expect((await idp.signInWithGoogle(attackerGoogle)).body.localId).not.toBe(localId);
  });

  test('[IDP-05] the former owner of an address that was removed restores it', async (idp) => {
    const { localId } = await signUpConfirmed(idp);
    const thief = await idp.signIn(victim);
    await idp.ok('update', { idToken: thief.idToken, deleteAttribute: ['EMAIL'] });
    await idp.signInWithLink(attacker, { idToken: thief.idToken });
    expect(await recoverEmail(idp, victim)).toMatchObject({ localId, email: victim });
    expect((await idp.signInWithLink(victim)).localId).toBe(localId);
  });

  test('[IDP-02] linking an email link does not renew the auth_time of a session', async (idp) => {
    const { idToken } = await idp.signUp(victim);
    idp.advanceClock(minutes(50));
    const linked = await idp.signInWithLink(victim, { idToken });
    const change = { idToken: linked.idToken, password: otherPassword };
    await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'update', change);
  });

  test('[IDP-05] a rejected reset changes nothing', async (idp) => {
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

  test('[IDP-06] limits the emails caused by repeated changes of address', async () => {
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

  test('[IDP-02] a sign-in link removes an earlier password and notifies the owner; the next keeps a new one', async (idp) => {
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

  test('[IDP-02] a sign-in link removes a password that was changed in a session of the earlier one', async (idp) => {
    await signUpConfirmed(idp);
    const { idToken } = await idp.signIn(victim);
    await idp.ok('update', { idToken, password: otherPassword });
    await idp.signInWithLink(victim);
    await expectPasswordRemoved(idp, otherPassword);
  });

  test('[IDP-03] signing in with Google keeps other methods, and the next sign-in link removes them', async (idp) => {
    const { localId } = await signUpConfirmed(idp);
    expect(await idp.signInWithGoogle(victimGoogle)).toMatchObject({ ...succeeded, body: { localId } });
    await idp.signIn(victim);
    await idp.signInWithLink(victim);
    await expectPasswordRemoved(idp);
  });

  it.for([
    ['sign-in link', 'unconfirmed'],
    ['sign-in link', 'confirmed'],
    ['sign-in link', 'confirmed on our own page'],
    ['reset', 'unconfirmed'],
    ['reset', 'confirmed'],
    ['Google token', 'unconfirmed'],
  ] as [Proof, string][])(
    '[IDP-02] [IDP-03] [IDP-05] a %s as first proof removes earlier passwords, Google accounts, phones and pending changes (%s)',
    async ([proof, state]) => {
      await using idp = await openWithHighLimits();
      const { idToken, localId, refreshToken } = await idp.signUp(victim, { displayName: 'Stranger' });
      expect(await idp.signInWithGoogle(attackerGoogle, { idToken })).toMatchObject(succeeded);
      expect(await idp.signInWithPhone(phoneNumber, { idToken })).toMatchObject(succeeded);
      await idp.requestCode('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
      const change = await idp.emailedCode(attacker, 'verifyAndChangeEmail');
      await idp.requestCode('VERIFY_EMAIL', { idToken });
      const oobCode = await idp.emailedCode(victim, 'verifyEmail');
      if (state === 'confirmed on our own page') {
        const confirmed = await idp.ok('confirmEmail', { oobCode, removeOtherMethods: true });
        expect(confirmed).toMatchObject({ email: victim, removedOtherMethods: true });
      } else if (state === 'confirmed') await idp.ok('update', { oobCode });
      const signedIn = await signInBy[proof](idp);
      expect(signedIn.localId).toBe(localId);
      expect(signedIn.isNewUser ?? false).toBe(false);
      await expectEnded(idp, refreshToken);
      await expectPasswordRemoved(idp);
      expect((await idp.signInWithGoogle(attackerGoogle)).body.localId).not.toBe(localId);
      expect((await idp.signInWithPhone()).body.localId).not.toBe(localId);
      await idp.expectError('INVALID_OOB_CODE', 'update', { oobCode: change });
      const subjects = await idp.emailSubjects(victim);
      expect(subjects).toContain('We secured your Blood Buddies account');
      expect(subjects).not.toContain('Google was linked to your Blood Buddies account');
      const user = await idp.lookUp(signedIn.idToken);
      const displayName = proof === 'Google token' ? victimGoogle.name : 'Stranger';
      expect(user).toMatchObject({ emailVerified: true, displayName });
      expect(user).not.toHaveProperty('phoneNumber');
      if (proof !== 'reset') return;
      await idp.signInWithLink(victim);
      await idp.signIn(victim, ownPassword);
    },
  );

  test('[IDP-05] restoring an unverified address does not prove the earlier password', async (idp) => {
    const { idToken } = await idp.signUp(victim);
    idp.advanceClock(minutes(1));
    await idp.ok('update', { idToken, email: attacker });
    expect(await recoverEmail(idp, victim)).toMatchObject({ emailVerified: true });
    await idp.signIn(victim);
    await idp.signInWithLink(victim);
    await expectPasswordRemoved(idp);
  });

  test('[IDP-05] restoring a verified address keeps the password', async (idp) => {
    const { idToken } = await idp.signInWithLink(victim);
    const own = await idp.ok('update', { idToken, password: ownPassword });
    idp.advanceClock(minutes(1));
    await idp.ok('update', { idToken: own.idToken, email: attacker });
    await idp.verify(attacker, (await idp.signIn(attacker, ownPassword)).idToken);
    await recoverEmail(idp, victim);
    await idp.signInWithLink(victim);
    await idp.signIn(victim, ownPassword);
  });

  test('[IDP-07] a sign-in link still requires the second factor and removes the earlier password', async (idp) => {
    await idp.enrollApp((await signUpConfirmed(idp)).idToken);
    const signedIn = await idp.signInWithLink(victim);
    expect(signedIn).toHaveProperty('mfaPendingCredential');
    expect(signedIn).not.toHaveProperty('idToken');
    await expectPasswordRemoved(idp);
  });

  test('[IDP-02] a link opened in a session started with the password proves the password', async (idp) => {
    await idp.signInWithLink(victim, { idToken: (await signUpConfirmed(idp)).idToken });
    await idp.signInWithLink(victim);
    await idp.signIn(victim);
  });
});
