import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { days, minutes, seconds } from '#platform/time.ts';
import { disableUser, enableUser } from '../manage-users.ts';
import { administer } from '../testing/administer.ts';
import { errorResponse, onBoth, other, succeeded, type TestIdentity } from '../testing/test-identity.ts';

const ended = errorResponse('TOKEN_EXPIRED');

async function refreshOnce(idp: TestIdentity, token: string): Promise<string> {
  const response = await idp.refresh(token);
  expect(response).toMatchObject(succeeded);
  return String(response.body.refresh_token);
}

onBoth((_open, test) => {
  test('[IDP-08] concurrent refreshes and a retry return the same successor', async (idp) => {
    const { refreshToken } = await idp.signUp();
    const both = await Promise.all([refreshOnce(idp, refreshToken), refreshOnce(idp, refreshToken)]);
    expect(new Set([...both, refreshToken]).size).toBe(2);
    idp.advanceClock(days(13));
    expect(await refreshOnce(idp, refreshToken)).toBe(both[0]);
  });

  test('[IDP-08] a token stays valid for 60 s after its successor is used; later use ends the session', async (idp) => {
    const { refreshToken: first } = await idp.signUp();
    const second = await refreshOnce(idp, first);
    const third = await refreshOnce(idp, second);
    idp.advanceClock(seconds(60));
    expect(await refreshOnce(idp, first)).toBe(second);
    idp.advanceClock(1);
    const { body } = await idp.refresh(third);
    for (const token of [first, third, body.refresh_token])
      expect(await idp.refresh(token)).toMatchObject(ended);
    await idp.expectSessionEnded(body.id_token);
  });

  test('[IDP-08] deleting an account removes its sessions and tokens; devices that reconnect are signed out', async (idp) => {
    const { idToken, refreshToken, localId } = await idp.signUp();
    const newest = await refreshOnce(idp, refreshToken);
    const left = await idp.signUp(other);
    await idp.ok('delete', { idToken });

    const sessions = await idp.tables.selectFrom('identity_session').select('account_id').execute();
    expect(sessions).toEqual([{ account_id: left.localId }]);
    const tokens = await idp.tables.selectFrom('identity_refresh_token').select('hash').execute();
    expect(tokens).toHaveLength(1);
    expect(idp.endedSessions.flat()).toEqual([decodeJwt(idToken).sid]);
    expect(localId).not.toBe(left.localId);

    for (const token of [refreshToken, newest])
      expect(await idp.refresh(token)).toMatchObject(errorResponse('USER_NOT_FOUND'));
    await idp.expectError('USER_NOT_FOUND', 'lookup', { idToken });
    expect(await idp.refresh(`${refreshToken}x`)).toMatchObject(errorResponse('INVALID_REFRESH_TOKEN'));
    expect(await idp.refresh(left.refreshToken)).toMatchObject(succeeded);
  });

  test('[IDP-10] rejects an expired ID token of an active session with an error that does not sign out', async (idp) => {
    const { idToken, refreshToken } = await idp.signUp();
    idp.advanceClock(minutes(61));
    await idp.expectError('INVALID_ID_TOKEN', 'lookup', { idToken });
    expect(await idp.refresh(refreshToken)).toMatchObject(succeeded);
  });

  test('[IDP-10] disabling an account by email or id ends its sessions permanently', async (idp) => {
    const { idToken, refreshToken, localId } = await idp.signUp();
    expect(await administer(idp.db, disableUser, 'Rahim@Example.com')).toEqual([decodeJwt(idToken).sid]);
    expect(await idp.refresh(refreshToken)).toMatchObject(errorResponse('USER_DISABLED'));
    expect(await administer(idp.db, enableUser, localId)).toEqual([]);
    await idp.expectSessionEnded(idToken);
    await idp.signIn();
    expect(await administer(idp.db, disableUser, 'nobody@example.com')).toBeUndefined();
  });
});
