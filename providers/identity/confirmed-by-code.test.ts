import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import { fine, onBoth, phoneNumber, refusal, type TestIdentity, testWith } from './testing/test-identity.ts';

const victim = 'victim@example.com';
const attacker = 'attacker@example.net';
const ofAttacker = { sub: 'attacker', email: attacker, email_verified: true };
const ownPassword = 'my own pw 1';

onBoth((open) => {
  const stage = () => open({ limitScale: 100 });
  const test = testWith(stage);

  /** The account that somebody opened with the address of another, who then confirmed it by the mailed code. */
  async function confirmed(on: TestIdentity) {
    const account = await on.signUp(victim);
    await on.verify(victim, account.idToken);
    return account;
  }
  const noPassword = (on: TestIdentity, password?: string) =>
    on.refused('INVALID_PASSWORD', 'signInWithPassword', {
      email: victim,
      password: password ?? 'correct horse 1',
    });

  test('[IDP-05] a code that confirms an address ends no session and removes no password by itself', async (on) => {
    const { idToken } = await confirmed(on);
    await on.lookUp(idToken);
    await on.signIn(victim);
  });

  test('[IDP-02] a sign-in link removes a password that was there before the address was confirmed', async (on) => {
    const stranger = await confirmed(on);
    const again = await on.signIn(victim);
    const owner = await on.byLink(victim);
    expect(owner.localId).toBe(stranger.localId);
    await noPassword(on);
    for (const { refreshToken } of [stranger, again])
      expect(await on.refresh(refreshToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await on.refresh(owner.refreshToken)).toMatchObject(fine);
  });

  test('[IDP-02] so does one that was chosen since, by a session of that password', async (on) => {
    await confirmed(on);
    const { idToken } = await on.signIn(victim);
    await on.ok('update', { idToken, password: 'another 123' });
    await on.byLink(victim);
    await noPassword(on, 'another 123');
  });

  test('[IDP-02] the owner is told, and keeps what they choose from then on', async (on) => {
    await confirmed(on);
    const { idToken } = await on.byLink(victim);
    expect((await on.subjects(victim)).at(-1)).toBe('Your Blood Buddies account is yours alone again');
    await on.ok('update', { idToken, password: ownPassword });
    await on.byLink(victim);
    await on.signIn(victim, ownPassword);
  });

  test('[IDP-05] a reset leaves nothing of what was there before the address was confirmed', async (on) => {
    const stranger = await on.signUp(victim);
    expect(await on.byGoogle(ofAttacker, { idToken: stranger.idToken })).toMatchObject(fine);
    await on.verify(victim, stranger.idToken);
    expect(await on.reset(victim, ownPassword)).toMatchObject(fine);
    expect((await on.byGoogle(ofAttacker)).body.localId).not.toBe(stranger.localId);
    await on.byLink(victim);
    await on.signIn(victim, ownPassword);
  });

  test('[IDP-03] a sign-in with Google removes nothing, and the next link still does', async (on) => {
    const { localId } = await confirmed(on);
    const google = await on.byGoogle({ sub: 'owner', email: victim, email_verified: true });
    expect(google).toMatchObject({ ...fine, body: { localId } });
    await on.signIn(victim);
    await on.byLink(victim);
    await noPassword(on);
  });

  test('[IDP-02] other methods that were added before go too: Google, a phone number, a change of address', async (on) => {
    const { idToken, localId } = await on.signUp(victim);
    expect(await on.byGoogle(ofAttacker, { idToken })).toMatchObject(fine);
    expect(await on.byPhone(phoneNumber, { idToken })).toMatchObject(fine);
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
    const change = await on.mailed(attacker, 'verifyAndChangeEmail');
    await on.verify(victim, idToken);
    await on.byLink(victim);
    expect((await on.byGoogle(ofAttacker)).body.localId).not.toBe(localId);
    expect((await on.byPhone()).body.localId).not.toBe(localId);
    await on.refused('INVALID_OOB_CODE', 'update', { oobCode: change });
  });

  test('[IDP-05] an account that a stranger moved onto my address is not mine, confirmed or not', async (on) => {
    const { idToken, localId } = await on.signUp(attacker);
    await on.verify(victim, (await on.ok('update', { idToken, email: victim })).idToken);
    const owner = await on.byLink(victim);
    expect(owner.localId).not.toBe(localId);
    const back = await on.ok('update', { oobCode: await on.mailed(attacker, 'recoverEmail') });
    expect(back).toMatchObject({ localId, email: attacker });
    expect((await on.byLink(victim)).localId).toBe(owner.localId);
  });

  test('[IDP-05] an address that is taken back proves no password that came before it', async (on) => {
    const { idToken } = await on.signUp(victim);
    on.pass(minutes(1));
    await on.ok('update', { idToken, email: attacker });
    const back = await on.ok('update', { oobCode: await on.mailed(victim, 'recoverEmail') });
    expect(back).toMatchObject({ emailVerified: true });
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
    await on.ok('update', { oobCode: await on.mailed(victim, 'recoverEmail') });
    await on.byLink(victim);
    await on.signIn(victim, ownPassword);
  });

  test('[IDP-07] a second factor is asked for still; the password beside it goes', async (on) => {
    const { idToken } = await confirmed(on);
    await on.enrolApp(idToken);
    const entered = await on.byLink(victim);
    expect(entered).toHaveProperty('mfaPendingCredential');
    expect(entered).not.toHaveProperty('idToken');
    await noPassword(on);
  });

  test('[IDP-02] a link opened by whoever holds a session of that password proves the password', async (on) => {
    const { idToken } = await confirmed(on);
    await on.byLink(victim, { idToken });
    await on.byLink(victim);
    await on.signIn(victim);
  });
});
