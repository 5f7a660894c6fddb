import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from './schema/migrations.ts';
import { actsOn, fine, refusal } from './testing/acts.ts';
import { openIdentity } from './testing/test-identity.ts';

const victim = 'victim@example.com';
const attacker = 'attacker@example.net';

onBothDatabases([identityMigrations], (open) => {
  async function stage() {
    let now = Date.now();
    const identity = await openIdentity({ open, clock: () => now, limitScale: 100 });
    const pass = (ms: number) => (now += ms);
    return { ...actsOn(identity, () => now), pass, [Symbol.asyncDispose]: identity[Symbol.asyncDispose] };
  }

  test('[IDP-02] who opened an account in my name stays out of it, though no way in was left', async () => {
    await using on = await stage();
    const stranger = await on.signUp(victim);
    await on.post('update', { idToken: stranger.idToken, deleteProvider: ['password'] });
    await on.byLink(victim);
    expect(await on.refresh(stranger.refreshToken)).toMatchObject(refusal('TOKEN_EXPIRED'));
  });

  test('[IDP-05] a change of address that a stranger began ends with a new password', async () => {
    await using on = await stage();
    const stranger = await on.signUp(victim);
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken: stranger.idToken, newEmail: attacker });
    expect(await on.reset(victim, 'my own pw 1')).toMatchObject(fine);
    const { idToken } = await on.signIn(victim, 'my own pw 1');
    expect(
      await on.post('update', { oobCode: await on.mailed(attacker, 'verifyAndChangeEmail') }),
    ).toMatchObject(refusal('INVALID_OOB_CODE'));
    await on.ask('VERIFY_AND_CHANGE_EMAIL', { idToken, newEmail: attacker });
    await on.post('update', { idToken, password: 'my other pw 1' });
    expect(
      await on.post('update', { oobCode: await on.mailed(attacker, 'verifyAndChangeEmail') }),
    ).toMatchObject(refusal('INVALID_OOB_CODE'));
  });

  test.for(['link', 'reset', 'google'])(
    '[IDP-05] whoever moved their account onto my address takes nothing of mine back with it (%s)',
    async (way) => {
      await using on = await stage();
      const stranger = await on.signUp(attacker);
      await on.post('update', { idToken: stranger.idToken, email: victim });
      if (way === 'reset') expect(await on.reset(victim, 'my own pw 1')).toMatchObject(fine);
      const mine =
        way === 'link'
          ? await on.byLink(victim)
          : way === 'reset'
            ? await on.signIn(victim, 'my own pw 1')
            : ((await on.byGoogle({ sub: 'me', email: victim, email_verified: true })).body as {
                localId: string;
              });
      expect(mine.localId).not.toBe(stranger.localId);
      const back = await on.post('update', { oobCode: await on.mailed(attacker, 'recoverEmail') });
      expect(back).toMatchObject({ ...fine, body: { localId: stranger.localId, email: attacker } });
      expect((await on.byLink(victim)).localId).toBe(mine.localId);
    },
  );

  test('[IDP-05] whoever takes their address back is alone in the account', async () => {
    await using on = await stage();
    const owner = await on.signUp(victim);
    await on.verify(victim, owner.idToken);
    on.pass(minutes(1));
    const thief = await on.signIn(victim);
    const moved = await on.post('update', { idToken: thief.idToken, email: attacker, password: 'thief 123' });
    const linked = await on.byGoogle(
      { sub: 'thief', email: 'x@thief.example', email_verified: true },
      { idToken: moved.body.idToken },
    );
    expect(linked).toMatchObject({ ...fine, body: { localId: owner.localId } });
    await on.post('update', { oobCode: await on.mailed(victim, 'recoverEmail') });
    const again = await on.byGoogle({ sub: 'thief', email: 'x@thief.example', email_verified: true });
    expect(again.body.localId).not.toBe(owner.localId);
  });

  test('[IDP-02] a link that was opened in an old session does not make the session young', async () => {
    await using on = await stage();
    const { idToken } = await on.signUp(victim);
    on.pass(minutes(50));
    const linked = await on.byLink(victim, { idToken });
    expect(await on.post('update', { idToken: linked.idToken, password: 'another 123' })).toMatchObject(
      refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'),
    );
  });

  test('[IDP-05] a reset that is refused changes nothing', async () => {
    await using on = await stage();
    const person = await on.signUp(victim);
    await on.ask('PASSWORD_RESET', { email: victim });
    const oobCode = await on.mailed(victim, 'resetPassword');
    const dropped = await on.post('update', { idToken: person.idToken, deleteAttribute: ['EMAIL'] });
    expect(dropped).toMatchObject(fine);
    const other = { sub: 'me', email: 'other@example.com', email_verified: false };
    const { idToken } = (await on.byGoogle(other, { idToken: person.idToken })).body;
    expect(await on.post('resetPassword', { oobCode, newPassword: 'another 123' })).toMatchObject(
      refusal('INVALID_OOB_CODE'),
    );
    expect(await on.post('lookup', { idToken })).toMatchObject({
      ...fine,
      body: { users: [{ localId: person.localId, providerUserInfo: [{ providerId: 'google.com' }] }] },
    });
  });

  test('[IDP-06] changing the address to and fro mails nobody without end', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const on = actsOn(identity, () => now);
    let { idToken } = await on.signUp(victim);
    for (let turn = 0; turn < 30; turn++) {
      const email = turn % 2 ? victim : `${turn}@example.net`;
      const { body } = await on.post('update', { idToken, email });
      idToken = String(body.idToken ?? idToken);
      now += 1000;
    }
    expect((await identity.sentMails()).filter(({ to }) => to === victim).length).toBeLessThanOrEqual(10);
  });
});
