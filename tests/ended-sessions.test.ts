import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { type Member, openTestHouse, type TestHouse } from './house.ts';

describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
  let house: TestHouse;
  let drop: () => Promise<void> = async () => {};
  beforeAll(async () => {
    if (engine === 'SQLite') house = await openTestHouse();
    else {
      const database = await createPostgresDatabase(inject('postgresUrl'));
      drop = database.drop;
      house = await openTestHouse({ DATABASE_URL: database.url, SECRET_KEY: 'x'.repeat(32) });
    }
  });
  afterAll(async () => {
    await house[Symbol.asyncDispose]();
    await drop();
  });

  async function identity(call: string, json: object): Promise<Record<string, unknown>> {
    const key = house.publicConfig.identity.apiKey;
    const answer = await house.send('POST', `/identity/v1/accounts:${call}?key=${key}`, { json });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  }
  const list = async ({ email, token }: Member) =>
    (await house.send('GET', `/api/appointments?email=${email}`, { token })).status;
  const exchange = async ({ email, idToken }: Pick<Member, 'email' | 'idToken'>) =>
    (await house.send('PUT', '/api/user', { json: { email }, token: idToken })).status;
  /** What the running site does twice a second. */
  const tell = () => house.runJob('ended sessions');

  test('a new password closes what was opened before, everywhere; the answer’s token opens it anew', async () => {
    const before = await house.register();
    const own = await house.signIn(before.email);
    const other = await house.register();
    const changed = await identity('update', { idToken: own.idToken, password: 'another horse' });
    await tell();
    expect([await list(before), await list(own)]).toEqual([403, 403]);
    expect([await exchange(before), await exchange(own)]).toEqual([403, 403]);
    expect(await exchange({ ...own, idToken: String(changed.idToken) })).toBe(200);
    expect(await list(other)).toBe(200);
  });

  test('a session that its owner ends is closed here too, and no other', async () => {
    const lost = await house.register();
    const own = await house.signIn(lost.email);
    const { sessions } = (await identity('listSessions', { idToken: own.idToken })) as {
      sessions: { sessionId: string; current: boolean }[];
    };
    const sessionId = sessions.find(({ current }) => !current)?.sessionId;
    await identity('endSession', { idToken: own.idToken, sessionId });
    await tell();
    expect([await list(lost), await exchange(lost)]).toEqual([403, 403]);
    expect(await list(own)).toBe(200);
  });

  test('who signs out at the provider is out here', async () => {
    const member = await house.register();
    await identity('endSession', { idToken: member.idToken });
    await tell();
    expect(await list(member)).toBe(403);
  });

  test('an account that is removed at the provider opens nothing here', async () => {
    const member = await house.register();
    await identity('delete', { idToken: member.idToken });
    await tell();
    expect([await list(member), await exchange(member)]).toEqual([403, 403]);
  });

  test('a notice that the provider has not signed changes nothing', async () => {
    const member = await house.register();
    for (const logoutToken of [member.idToken, member.token, `${member.idToken.slice(0, -8)}AAAAAAAA`]) {
      const answer = await house.send('POST', '/api/identity/ended-sessions', { json: { logoutToken } });
      expect(answer.status).toBe(403);
    }
    const unreadable = await house.send('POST', '/api/identity/ended-sessions', {
      json: { logoutToken: 'x' },
    });
    expect(unreadable.status).toBe(401);
    expect(await list(member)).toBe(200);
  });

  test('what has ended is remembered for a day, longer than any token of it lives', async () => {
    const member = await house.register();
    await identity('endSession', { idToken: member.idToken });
    await tell();
    const hour = 3_600_000;
    // Identity tokens are held against the real time, which this does not move.
    const exchangedAfter = async (hours: number) => {
      house.time.ahead += hours * hour;
      await house.runJob('clean up');
      const status = await exchange(member);
      house.time.ahead -= hours * hour;
      return status;
    };
    expect(await exchangedAfter(23)).toBe(403);
    expect(await exchangedAfter(25)).toBe(200);
  });
});
