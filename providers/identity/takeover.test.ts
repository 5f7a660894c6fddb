import { expect, it } from 'vitest';
import { minutes } from '#platform/time.ts';
import { fine, onBoth, refusal, testWith } from './testing/test-identity.ts';

const victim = 'victim@example.com';
const attacker = 'attacker@example.net';
const ownPassword = 'my own pw 1';

onBoth((open) => {
  const stage = () => open({ limitScale: 100 });
  const test = testWith(stage);

  test('[IDP-02] who opened an account in my name stays out of it, though no way in was left', async (on) => {
    const { idToken, refreshToken } = await on.signUp(victim);
    await on.ok('update', { idToken, deleteProvider: ['password'] });
    await on.byLink(victim);
    expect(await on.refresh(refreshToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
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
    expect(await on.reset(victim, ownPassword)).toMatchObject(fine);
    const { idToken } = await on.signIn(victim, ownPassword);
    await changeRefused();
    await beginChange(idToken);
    await on.ok('update', { idToken, password: 'my other pw 1' });
    await changeRefused();
  });

  it.for(['link', 'reset', 'google'])(
    '[IDP-05] whoever moved their account onto my address takes nothing of mine back with it (%s)',
    async (way) => {
      await using on = await stage();
      const { idToken, localId } = await on.signUp(attacker);
      await on.ok('update', { idToken, email: victim });
      if (way === 'reset') expect(await on.reset(victim, ownPassword)).toMatchObject(fine);
      const enter = {
        link: () => on.byLink(victim),
        reset: () => on.signIn(victim, ownPassword),
        google: async () => (await on.byGoogle({ sub: 'me', email: victim, email_verified: true })).body,
      }[way];
      const mine = await enter?.();
      expect(mine?.localId).not.toBe(localId);
      const back = await on.ok('update', { oobCode: await on.mailed(attacker, 'recoverEmail') });
      expect(back).toMatchObject({ localId, email: attacker });
      expect((await on.byLink(victim)).localId).toBe(mine?.localId);
    },
  );

  test('[IDP-05] whoever takes their address back is alone in the account', async (on) => {
    const { idToken, localId } = await on.signUp(victim);
    await on.verify(victim, idToken);
    on.pass(minutes(1));
    const thief = await on.signIn(victim);
    const theirs = { email: attacker, password: 'thief 123' };
    const moved = await on.ok('update', { idToken: thief.idToken, ...theirs });
    const ofThief = { sub: 'thief', email: 'x@thief.example', email_verified: true };
    const linked = await on.byGoogle(ofThief, { idToken: moved.idToken });
    expect(linked).toMatchObject({ ...fine, body: { localId } });
    await on.ok('update', { oobCode: await on.mailed(victim, 'recoverEmail') });
    expect((await on.byGoogle(ofThief)).body.localId).not.toBe(localId);
  });

  test('[IDP-02] a link that was opened in an old session does not make the session young', async (on) => {
    const { idToken } = await on.signUp(victim);
    on.pass(minutes(50));
    const linked = await on.byLink(victim, { idToken });
    const change = { idToken: linked.idToken, password: 'another 123' };
    await on.refused('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'update', change);
  });

  test('[IDP-05] a reset that is refused changes nothing', async (on) => {
    const person = await on.signUp(victim);
    await on.ask('PASSWORD_RESET', { email: victim });
    const oobCode = await on.mailed(victim, 'resetPassword');
    await on.ok('update', { idToken: person.idToken, deleteAttribute: ['EMAIL'] });
    const other = { sub: 'me', email: 'other@example.com', email_verified: false };
    const { idToken } = (await on.byGoogle(other, { idToken: person.idToken })).body;
    await on.refused('INVALID_OOB_CODE', 'resetPassword', { oobCode, newPassword: 'another 123' });
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
});
