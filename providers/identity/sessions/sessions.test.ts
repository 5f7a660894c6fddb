import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { days, minutes, seconds } from '#platform/time.ts';
import { disableUser, enableUser } from '../administration.ts';
import { onBoth, other, rejection, succeeded, type TestIdentity } from '../testing/test-identity.ts';

const ended = rejection('TOKEN_EXPIRED');

async function successor(on: TestIdentity, token: string): Promise<string> {
  const answer = await on.refresh(token);
  expect(answer).toMatchObject(succeeded);
  return String(answer.body.refresh_token);
}

onBoth((_open, test) => {
  test('[IDP-08] two tabs that refresh at once, or a lost answer, get the same successor', async (on) => {
    const { refreshToken } = await on.signUp();
    const both = await Promise.all([successor(on, refreshToken), successor(on, refreshToken)]);
    expect(new Set([...both, refreshToken]).size).toBe(2);
    on.pass(days(13));
    expect(await successor(on, refreshToken)).toBe(both[0]);
  });

  test('[IDP-08] a token is good for 60 s after its successor was used; later use ends the session', async (on) => {
    const { refreshToken: first } = await on.signUp();
    const second = await successor(on, first);
    const third = await successor(on, second);
    on.pass(seconds(60));
    expect(await successor(on, first)).toBe(second);
    on.pass(1);
    const { body } = await on.refresh(third);
    for (const token of [first, third, body.refresh_token])
      expect(await on.refresh(token)).toMatchObject(ended);
    await on.over(body.id_token);
  });

  test('[IDP-08] with an account its sessions and tokens go; a device that comes back is signed out all the same', async (on) => {
    const { idToken, refreshToken, localId } = await on.signUp();
    const newest = await successor(on, refreshToken);
    const left = await on.signUp(other);
    await on.ok('delete', { idToken });

    const sessions = await on.tables.selectFrom('identity_session').select('account_id').execute();
    expect(sessions).toEqual([{ account_id: left.localId }]);
    const tokens = await on.tables.selectFrom('identity_refresh_token').select('hash').execute();
    expect(tokens).toHaveLength(1);
    expect((await on.toldEnded()).flat()).toEqual([decodeJwt(idToken).sid]);
    expect(localId).not.toBe(left.localId);

    for (const token of [refreshToken, newest])
      expect(await on.refresh(token)).toMatchObject(rejection('USER_NOT_FOUND'));
    await on.refused('USER_NOT_FOUND', 'lookup', { idToken });
    expect(await on.refresh(`${refreshToken}x`)).toMatchObject(rejection('INVALID_REFRESH_TOKEN'));
    expect(await on.refresh(left.refreshToken)).toMatchObject(succeeded);
  });

  test('[IDP-10] an old ID token of a living session is refused, but not in words that sign out', async (on) => {
    const { idToken, refreshToken } = await on.signUp();
    on.pass(minutes(61));
    await on.refused('INVALID_ID_TOKEN', 'lookup', { idToken });
    expect(await on.refresh(refreshToken)).toMatchObject(succeeded);
  });

  test('[IDP-10] disabling ends every session for good, by email or by id', async (on) => {
    const { idToken, refreshToken, localId } = await on.signUp();
    expect(await disableUser(on.db, 'Rahim@Example.com')).toBe(true);
    expect(await on.refresh(refreshToken)).toMatchObject(rejection('USER_DISABLED'));
    expect(await enableUser(on.db, localId)).toBe(true);
    await on.over(idToken);
    await on.signIn();
    expect(await disableUser(on.db, 'nobody@example.com')).toBe(false);
  });
});
