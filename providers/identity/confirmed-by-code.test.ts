import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from './schema/migrations.ts';
import { actsOn, fine, password, refusal } from './testing/acts.ts';
import { enrolApp } from './testing/enrolled.ts';
import { openIdentity } from './testing/test-identity.ts';

const victim = 'victim@example.com';
const attacker = 'attacker@example.net';
const ofAttacker = { sub: 'attacker', email: attacker, email_verified: true };

onBothDatabases([identityMigrations], (open) => {
  async function stage() {
    let now = Date.now();
    const identity = await openIdentity({ open, clock: () => now, limitScale: 100 });
    const on = actsOn(identity, () => now);
    const tryPassword = (word = password) => on.post('signInWithPassword', { email: victim, password: word });
    const pass = (ms: number) => (now += ms);
    return {
      ...on,
      identity,
      tryPassword,
      pass,
      now: () => now,
      [Symbol.asyncDispose]: identity[Symbol.asyncDispose],
    };
  }

  test('[IDP-05] a code that confirms an address ends no session and removes no password by itself', async () => {
    await using on = await stage();
    const { idToken } = await on.signUp(victim);
    await on.verify(victim, idToken);
    expect(await on.post('lookup', { idToken })).toMatchObject(fine);
    expect(await on.tryPassword()).toMatchObject(fine);
  });

  test('[IDP-02] a sign-in link removes a password that was there before the address was confirmed', async () => {
    await using on = await stage();
    const stranger = await on.signUp(victim);
    await on.verify(victim, stranger.idToken);
    const again = await on.signIn(victim);
    const owner = await on.byLink(victim);
    expect(owner.localId).toBe(stranger.localId);
    expect(await on.tryPassword()).toMatchObject(refusal('INVALID_PASSWORD'));
    for (const { refreshToken } of [stranger, again])
      expect(await on.refresh(refreshToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await on.refresh(owner.refreshToken)).toMatchObject(fine);
  });

  test('[IDP-02] so does one that was chosen since, by a session of that password', async () => {
    await using on = await stage();
    const stranger = await on.signUp(victim);
    await on.verify(victim, stranger.idToken);
    const { idToken } = await on.signIn(victim);
    expect(await on.post('update', { idToken, password: 'another 123' })).toMatchObject(fine);
    await on.byLink(victim);
    expect(await on.tryPassword('another 123')).toMatchObject(refusal('INVALID_PASSWORD'));
  });

  test('[IDP-02] the owner is told, and keeps what they choose from then on', async () => {
    await using on = await stage();
    await on.verify(victim, (await on.signUp(victim)).idToken);
    const { idToken } = await on.byLink(victim);
    const told = (await on.identity.sentMails()).filter(({ to }) => to === victim).at(-1);
    expect(told?.subject).toBe('Your Blood Buddies account is yours alone again');
    expect(await on.post('update', { idToken, password: 'my own pw 1' })).toMatchObject(fine);
    await on.byLink(victim);
    expect(await on.tryPassword('my own pw 1')).toMatchObject(fine);
  });

  test('[IDP-05] a reset leaves nothing of what was there before the address was confirmed', async () => {
    await using on = await stage();
    const stranger = await on.signUp(victim);
    expect(await on.byGoogle(ofAttacker, { idToken: stranger.idToken })).toMatchObject(fine);
    await on.verify(victim, stranger.idToken);
    expect(await on.reset(victim, 'my own pw 1')).toMatchObject(fine);
    expect((await on.byGoogle(ofAttacker)).body.localId).not.toBe(stranger.localId);
    await on.byLink(victim);
    expect(await on.tryPassword('my own pw 1')).toMatchObject(fine);
  });

  test('[IDP-03] a sign-in with Google removes nothing, and the next link still does', async () => {
    await using on = await stage();
    const { localId } = await on.verify(victim, (await on.signUp(victim)).idToken);
    const google = await on.byGoogle({ sub: 'owner', email: victim, email_verified: true });
    expect(google).toMatchObject({ ...fine, body: { localId } });
    expect(await on.tryPassword()).toMatchObject(fine);
    await on.byLink(victim);
    expect(await on.tryPassword()).toMatchObject(refusal('INVALID_PASSWORD'));
  });

  test('[IDP-02] other methods that were added before go too: Google, a phone number, a change of address', async () => {
    await using on = await stage();
    const stranger = await on.signUp(victim);
    const { idToken } = stranger;
    expect(await on.byGoogle(ofAttacker, { idToken })).toMatchObject(fine);
    expect(await on.byPhone('+8801712345678', { idToken })).toMatchObject(fine);
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
    const change = await on.mailed(attacker, 'verifyAndChangeEmail');
    await on.verify(victim, idToken);
    await on.byLink(victim);
    expect((await on.byGoogle(ofAttacker)).body.localId).not.toBe(stranger.localId);
    expect((await on.byPhone('+8801712345678')).body.localId).not.toBe(stranger.localId);
    expect(await on.post('update', { oobCode: change })).toMatchObject(refusal('INVALID_OOB_CODE'));
  });

  test('[IDP-05] an account that a stranger moved onto my address is not mine, confirmed or not', async () => {
    await using on = await stage();
    const stranger = await on.signUp(attacker);
    const moved = await on.post('update', { idToken: stranger.idToken, email: victim });
    await on.verify(victim, String(moved.body.idToken));
    const owner = await on.byLink(victim);
    expect(owner.localId).not.toBe(stranger.localId);
    const back = await on.post('update', { oobCode: await on.mailed(attacker, 'recoverEmail') });
    expect(back).toMatchObject({ ...fine, body: { localId: stranger.localId, email: attacker } });
    expect((await on.byLink(victim)).localId).toBe(owner.localId);
  });

  test('[IDP-05] an address that is taken back proves no password that came before it', async () => {
    await using on = await stage();
    const stranger = await on.signUp(victim);
    on.pass(minutes(1));
    await on.post('update', { idToken: stranger.idToken, email: attacker });
    const oobCode = await on.mailed(victim, 'recoverEmail');
    expect(await on.post('update', { oobCode })).toMatchObject({ ...fine, body: { emailVerified: true } });
    expect(await on.tryPassword()).toMatchObject(fine);
    await on.byLink(victim);
    expect(await on.tryPassword()).toMatchObject(refusal('INVALID_PASSWORD'));
  });

  test('[IDP-05] an address that its owner had proven is taken back with the password', async () => {
    await using on = await stage();
    const { idToken } = await on.byLink(victim);
    const own = await on.post('update', { idToken, password: 'my own pw 1' });
    on.pass(minutes(1));
    await on.post('update', { idToken: own.body.idToken, email: attacker });
    await on.verify(attacker, (await on.signIn(attacker, 'my own pw 1')).idToken);
    expect(await on.post('update', { oobCode: await on.mailed(victim, 'recoverEmail') })).toMatchObject(fine);
    await on.byLink(victim);
    expect(await on.tryPassword('my own pw 1')).toMatchObject(fine);
  });

  test('[IDP-07] a second factor is asked for still; the password beside it goes', async () => {
    await using on = await stage();
    const { idToken } = await on.signUp(victim);
    await on.verify(victim, idToken);
    await enrolApp(on.identity, idToken, on.now());
    const entered = await on.tryLink(victim);
    expect(entered.body).toHaveProperty('mfaPendingCredential');
    expect(entered.body).not.toHaveProperty('idToken');
    expect(await on.tryPassword()).toMatchObject(refusal('INVALID_PASSWORD'));
  });

  test('[IDP-02] a link opened by whoever holds a session of that password proves the password', async () => {
    await using on = await stage();
    const { idToken } = await on.signUp(victim);
    await on.verify(victim, idToken);
    await on.byLink(victim, { idToken });
    await on.byLink(victim);
    expect(await on.tryPassword()).toMatchObject(fine);
  });
});
