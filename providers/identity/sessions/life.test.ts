import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { days, hours, minutes } from '#platform/time.ts';
import { onBoth, rejection, succeeded, testWith } from '../testing/test-identity.ts';

const over = rejection('TOKEN_EXPIRED');

onBoth((open) => {
  /** A new session; `renew` refreshes it with its newest token. */
  async function begin() {
    const on = await open();
    let { refreshToken, idToken } = await on.signUp();
    async function renew() {
      const answer = await on.refresh(refreshToken);
      if (answer.status === 200) refreshToken = String(answer.body.refresh_token);
      return answer;
    }
    return { ...on, idToken, renew };
  }
  const test = testWith(begin);

  test('a session that nobody uses is over after its rest, used or not used before', async (on) => {
    on.pass(days(14) - 1);
    expect(await on.renew()).toMatchObject(succeeded);
    on.pass(days(14));
    expect(await on.renew()).toMatchObject(over);
  });

  test('a session is over a longest life after its owner signed in, however often it was used', async (on) => {
    for (let day = 0; day < 29; day += 1) {
      on.pass(days(1));
      expect(await on.renew()).toMatchObject(succeeded);
    }
    on.pass(days(1) - minutes(1));
    const last = await on.renew();
    expect(last).toMatchObject(succeeded);
    on.pass(minutes(1));
    expect(await on.renew()).toMatchObject(over);
    await on.over(last.body.id_token);
  });

  test('the administrator learns whether a session is active, and nobody else does', async (on) => {
    const { sub: localId, sid: sessionId } = decodeJwt(on.idToken);
    const path = '/v1/projects/blood-buddies/accounts:lookupSession';
    const isActive = async (body: object) =>
      (await on.ok(path, { localId, sessionId, ...body }, { bearer: on.adminToken })).active;
    expect(await isActive({})).toBe(true);
    expect(await isActive({ localId: 'another' })).toBe(false);
    for (const unknown of ['unknown', '', undefined])
      expect(await isActive({ sessionId: unknown })).toBe(false);
    await on.refused('MISSING_LOCAL_ID', path, { sessionId }, { bearer: on.adminToken });
    for (const wrong of ['', on.idToken, on.apiKey])
      expect(await on.post(path, { localId, sessionId }, { bearer: wrong })).toMatchObject({ status: 401 });
    on.pass(days(14));
    expect(await isActive({})).toBe(false);
  });

  test('what has run out is in nobody’s list, and ends by the sweep', async (on) => {
    on.pass(days(14) + hours(1));
    const { idToken } = await on.signIn();
    expect((await on.ok('listSessions', { idToken })).sessions).toMatchObject([{ current: true }]);
    await on.sweep();
    const rows = await on.tables
      .selectFrom('identity_session')
      .select('ended_at')
      .orderBy('auth_time')
      .execute();
    expect(rows.map(({ ended_at }) => ended_at)).toEqual([on.now(), null]);
  });
});
