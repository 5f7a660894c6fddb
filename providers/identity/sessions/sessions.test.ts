import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, minutes, seconds } from '#platform/time.ts';
import { disableUser, enableUser } from '../administration.ts';
import { identityJobs } from '../jobs.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });

async function signUp(identity: TestIdentity) {
  const { body } = await identity.post('/v1/accounts:signUp', person);
  return {
    idToken: String(body.idToken),
    refreshToken: String(body.refreshToken),
    localId: String(body.localId),
  };
}

function refresh(identity: TestIdentity, token: string) {
  return identity.post('/v1/token', { grant_type: 'refresh_token', refresh_token: token });
}

async function successor(identity: TestIdentity, token: string): Promise<string> {
  const { status, body } = await refresh(identity, token);
  expect(status).toBe(200);
  return String(body.refresh_token);
}

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-08] two tabs that refresh at once, or a lost answer, get the same successor', async () => {
    let now = 1_800_000_000_000;
    await using identity = await openIdentity({ open, clock: () => now });
    const { refreshToken } = await signUp(identity);
    const both = await Promise.all([successor(identity, refreshToken), successor(identity, refreshToken)]);
    expect(new Set([...both, refreshToken]).size).toBe(2);
    now += days(13);
    expect(await successor(identity, refreshToken)).toBe(both[0]);
  });

  test('[IDP-08] a token is good for 60 s after its successor was used; later use ends the session', async () => {
    let now = 1_800_000_000_000;
    await using identity = await openIdentity({ open, clock: () => now });
    const { refreshToken: first } = await signUp(identity);
    const second = await successor(identity, first);
    const third = await successor(identity, second);
    now += seconds(60);
    expect(await successor(identity, first)).toBe(second);
    now += 1;
    const { body } = await refresh(identity, third);
    expect(await refresh(identity, first)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await refresh(identity, third)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await refresh(identity, String(body.refresh_token))).toMatchObject(refusal('TOKEN_EXPIRED'));
    const lookup = await identity.post('/v1/accounts:lookup', { idToken: body.id_token });
    expect(lookup).toMatchObject(refusal('TOKEN_EXPIRED'));
  });

  test('[IDP-08] what was never a token of ours is told apart', async () => {
    await using identity = await openIdentity({ open });
    expect(await refresh(identity, 'made up')).toMatchObject(refusal('INVALID_REFRESH_TOKEN'));
    const wrongGrant = { grant_type: 'password', refresh_token: 'x' };
    expect(await identity.post('/v1/token', wrongGrant)).toMatchObject(refusal('INVALID_GRANT_TYPE'));
  });

  test('with an account its sessions and tokens go; a device that comes back is signed out all the same', async () => {
    await using identity = await openIdentity({ open });
    const { idToken, refreshToken, localId } = await signUp(identity);
    const newest = await successor(identity, refreshToken);
    const other = await identity.post('/v1/accounts:signUp', { ...person, email: 'karim@example.com' });
    expect((await identity.post('/v1/accounts:delete', { idToken })).status).toBe(200);

    const db = identity.db.withTables<IdentityTables>();
    const sessions = await db.selectFrom('identity_session').select('account_id').execute();
    expect(sessions).toEqual([{ account_id: other.body.localId }]);
    expect(await db.selectFrom('identity_refresh_token').select('hash').execute()).toHaveLength(1);
    expect((await identity.toldEnded()).flat()).toEqual([decodeJwt(idToken).sid]);
    expect(localId).not.toBe(other.body.localId);

    for (const token of [refreshToken, newest])
      expect(await refresh(identity, token)).toMatchObject(refusal('USER_NOT_FOUND'));
    expect(await identity.post('/v1/accounts:lookup', { idToken })).toMatchObject(refusal('USER_NOT_FOUND'));
    expect(await refresh(identity, `${refreshToken}x`)).toMatchObject(refusal('INVALID_REFRESH_TOKEN'));
    expect(await refresh(identity, String(other.body.refreshToken))).toMatchObject({ status: 200 });
  });

  test('[IDP-10] an old ID token of a living session is refused, but not in words that sign out', async () => {
    let now = 1_800_000_000_000;
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken, refreshToken } = await signUp(identity);
    now += minutes(61);
    const lookup = () => identity.post('/v1/accounts:lookup', { idToken });
    expect(await lookup()).toMatchObject(refusal('INVALID_ID_TOKEN'));
    expect(await refresh(identity, refreshToken)).toMatchObject({ status: 200 });
  });

  test('[IDP-10] disabling ends every session for good, by email or by id', async () => {
    await using identity = await openIdentity({ open });
    const { idToken, refreshToken, localId } = await signUp(identity);
    expect(await disableUser(identity.db, 'Rahim@Example.com')).toBe(true);
    expect(await refresh(identity, refreshToken)).toMatchObject(refusal('USER_DISABLED'));
    expect(await enableUser(identity.db, localId)).toBe(true);
    expect(await identity.post('/v1/accounts:lookup', { idToken })).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await identity.post('/v1/accounts:signInWithPassword', person)).toMatchObject({ status: 200 });
    expect(await disableUser(identity.db, 'nobody@example.com')).toBe(false);
  });

  test('the sweep forgets what ended long ago and keeps living sessions', async () => {
    let now = 1_800_000_000_000;
    const clock = () => now;
    const sessionLife = { longest: days(500), rest: days(500) };
    await using identity = await openIdentity({ open, clock, settings: { sessionLife } });
    const living = await successor(identity, (await signUp(identity)).refreshToken);
    const other = await identity.post('/v1/accounts:signInWithPassword', person);
    const ended = String(other.body.refreshToken);
    await successor(identity, await successor(identity, ended));
    now += minutes(2);
    expect(await refresh(identity, ended)).toMatchObject(refusal('TOKEN_EXPIRED'));

    const sweep = () =>
      Promise.all(identityJobs({ db: identity.db, clock, rest: sessionLife.rest }).map(({ run }) => run()));
    now += days(399);
    await sweep();
    expect(await refresh(identity, ended)).toMatchObject(refusal('TOKEN_EXPIRED'));
    now += days(2);
    await sweep();
    expect(await refresh(identity, ended)).toMatchObject(refusal('USER_NOT_FOUND'));
    expect(await refresh(identity, living)).toMatchObject({ status: 200 });
  });
});
