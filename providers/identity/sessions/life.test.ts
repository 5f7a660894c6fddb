import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { identityJobs } from '../jobs.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';

const person = { email: 'rahim@example.com', password: 'correct horse 1' };
const over = { status: 400, body: { error: { message: 'TOKEN_EXPIRED' } } };
const start = 1_800_000_000_000;

async function begin(identity: TestIdentity) {
  const { body } = await identity.post('/v1/accounts:signUp', person);
  let token = String(body.refreshToken);
  return {
    idToken: String(body.idToken),
    async renew() {
      const answer = await identity.post('/v1/token', { grant_type: 'refresh_token', refresh_token: token });
      if (answer.status === 200) token = String(answer.body.refresh_token);
      return answer;
    },
  };
}

onBothDatabases([identityMigrations], (open) => {
  test('a session that nobody uses is over after its rest, used or not used before', async () => {
    let now = start;
    await using identity = await openIdentity({ open, clock: () => now });
    const { renew } = await begin(identity);
    now += days(14) - 1;
    expect(await renew()).toMatchObject({ status: 200 });
    now += days(14);
    expect(await renew()).toMatchObject(over);
  });

  test('a session is over a longest life after its owner signed in, however often it was used', async () => {
    let now = start;
    await using identity = await openIdentity({ open, clock: () => now });
    const { renew } = await begin(identity);
    for (let day = 0; day < 29; day += 1) {
      now += days(1);
      expect(await renew()).toMatchObject({ status: 200 });
    }
    now += days(1) - minutes(1);
    const last = await renew();
    expect(last).toMatchObject({ status: 200 });
    now += minutes(1);
    expect(await renew()).toMatchObject(over);
    const lookup = await identity.post('/v1/accounts:lookup', { idToken: last.body.id_token });
    expect(lookup).toMatchObject(over);
  });

  test('the administrator learns whether a session is active, and nobody else does', async () => {
    let now = start;
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken } = await begin(identity);
    const { sub, sid } = decodeJwt(idToken);
    const path = '/v1/projects/blood-buddies/accounts:lookupSession';
    const lookUp = (body: object, bearer = identity.adminToken) => identity.post(path, body, { bearer });
    const active = { status: 200, body: { active: true } };
    const inactive = { status: 200, body: { active: false } };
    expect(await lookUp({ localId: sub, sessionId: sid })).toMatchObject(active);
    expect(await lookUp({ localId: 'another', sessionId: sid })).toMatchObject(inactive);
    for (const sessionId of ['unknown', '', undefined])
      expect(await lookUp({ localId: sub, sessionId })).toMatchObject(inactive);
    expect(await lookUp({ sessionId: sid })).toMatchObject({
      status: 400,
      body: { error: { message: 'MISSING_LOCAL_ID' } },
    });
    for (const wrong of ['', idToken, identity.apiKey])
      expect(await lookUp({ localId: sub, sessionId: sid }, wrong)).toMatchObject({ status: 401 });

    now += days(14);
    expect(await lookUp({ localId: sub, sessionId: sid })).toMatchObject(inactive);
  });

  test('what has run out is in nobody’s list, and ends by the sweep', async () => {
    let now = start;
    const clock = () => now;
    await using identity = await openIdentity({ open, clock });
    await begin(identity);
    now += days(14) + hours(1);
    const { body } = await identity.post('/v1/accounts:signInWithPassword', person);
    const listed = await identity.post('/v1/accounts:listSessions', { idToken: body.idToken });
    expect(listed.body.sessions).toMatchObject([{ current: true }]);

    const [sweep] = identityJobs({ db: identity.db, clock, rest: days(14) });
    await sweep?.run();
    const db = identity.db.withTables<IdentityTables>();
    const rows = await db.selectFrom('identity_session').select('ended_at').orderBy('auth_time').execute();
    expect(rows.map(({ ended_at }) => ended_at)).toEqual([now, null]);
  });
});
