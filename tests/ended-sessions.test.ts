import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#platform/database/open.ts';
import { disableUser } from '#providers/identity/manage-users.ts';
import { administer } from '#providers/identity/testing/administer.ts';
import type { Tables } from '#server/db/tables.ts';
import { createPostgresApp, createTestApp, type Member, type TestApp } from './test-app.ts';

describe.each([
  ['SQLite', createTestApp],
  ['PostgreSQL', createPostgresApp],
])('on %s', (_, create) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await create();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  async function identity(call: string, json: object): Promise<Record<string, unknown>> {
    const response = await app.callIdentity(call, json);
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, unknown>;
  }
  const list = async ({ email, token }: Member) =>
    (await app.send('GET', `/api/appointments?email=${email}`, { token })).status;
  const exchange = async ({ email, idToken }: Pick<Member, 'email' | 'idToken'>) =>
    (await app.send('PUT', '/api/user', { json: { email }, token: idToken })).status;

  test("a new password ends all earlier sessions; the response's token starts a new one", async () => {
    const earlierSession = await app.register();
    const currentSession = await app.signIn(earlierSession.email);
    const other = await app.register();
    const changed = await identity('update', { idToken: currentSession.idToken, password: 'another horse' });
    expect([await list(earlierSession), await list(currentSession)]).toEqual([403, 403]);
    expect([await exchange(earlierSession), await exchange(currentSession)]).toEqual([403, 403]);
    expect(await exchange({ ...currentSession, idToken: String(changed.idToken) })).toBe(200);
    expect(await list(other)).toBe(200);
  });

  test('a session that its owner ends at the identity provider ends here, and no other', async () => {
    const otherSession = await app.register();
    const currentSession = await app.signIn(otherSession.email);
    const { sessions } = (await identity('listSessions', { idToken: currentSession.idToken })) as {
      sessions: { sessionId: string; current: boolean }[];
    };
    const sessionId = sessions.find(({ current }) => !current)?.sessionId;
    await identity('endSession', { idToken: currentSession.idToken, sessionId });
    expect([await list(otherSession), await exchange(otherSession)]).toEqual([403, 403]);
    expect(await list(currentSession)).toBe(200);
  });

  async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await app.openDatabase();
    return work(database).finally(() => database.destroy());
  }
  const disable = ({ email }: Member) => onDatabase((database) => administer(database, disableUser, email));
  test('[OUT-03] token exchange, export and deletion notice a disabled account immediately', async () => {
    const member = await app.register();
    const other = await app.register();
    const { token } = member;
    await disable(member);
    expect(await exchange(member)).toBe(403);
    expect((await app.send('GET', '/api/user/export', { token })).status).toBe(403);
    expect((await app.send('DELETE', '/api/user', { token })).status).toBe(403);
    expect(await list(member)).toBe(200);

    expect(await exchange(other)).toBe(200);
    expect((await app.send('GET', '/api/user/export', { token: other.token })).status).toBe(200);
    expect((await app.send('DELETE', '/api/user', { token: other.token })).status).toBe(204);
  });

  test('ended sessions are stored for a day, longer than their tokens are valid', async () => {
    const member = await app.register();
    await identity('endSession', { idToken: member.idToken });
    const hour = 3_600_000;
    const id = decodeJwt(member.idToken).sid as string;
    const storedAfter = async (hours: number) => {
      app.time.offsetMs += hours * hour;
      await app.runJob('delete-old-ended-identity-sessions');
      // Identity tokens are checked against the real time, which the app's clock does not change.
      expect(await exchange(member)).toBe(403);
      app.time.offsetMs -= hours * hour;
      return onDatabase((database) =>
        database
          .withTables<Tables>()
          .selectFrom('ended_identity_sessions')
          .select('id')
          .where('id', '=', id)
          .execute(),
      );
    };
    // A job that always fails does not keep others from deleting personal data.
    const rename = (from: string, to: string) =>
      onDatabase((database) => sql`alter table ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(database));
    await rename('idempotency_keys', 'gone');
    await expect(app.runJob('delete-old-idempotency-keys')).rejects.toThrow('idempotency_keys');
    expect(await storedAfter(23)).toEqual([{ id }]);
    expect(await storedAfter(25)).toEqual([]);
    await rename('gone', 'idempotency_keys');
  });
});
