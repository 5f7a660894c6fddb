import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmailServer } from '#platform/testing/email-server.ts';
import { createPostgresApp, createTestApp, type Member, type TestApp } from './test-app.ts';

/** Starts two servers on one database. */
async function startServers(environment: Record<string, string> = {}) {
  const started = new AsyncDisposableStack();
  const one = started.use(await createPostgresApp(environment));
  const { databaseUrl = '', secretKey = '' } = one.config;
  const shared = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey };
  const two = started.use(await createTestApp({ ...shared, ...environment }));
  const database = started.use(await one.openDatabase());
  return {
    one,
    two,
    database,
    async giveRole({ userId }: Member, role: 'owner' | 'moderator') {
      await sql`insert into staff_roles values (${userId}, ${role}, '', 0)`.execute(database);
      await sql`update sessions set second_factor = 'totp' where user_id = ${userId}`.execute(database);
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

let servers: Awaited<ReturnType<typeof startServers>>;
let owner: Member;

beforeAll(async () => {
  servers = await startServers();
  owner = await servers.one.registerConfirmed();
  await servers.giveRole(owner, 'owner');
});
afterAll(() => servers[Symbol.asyncDispose]());

const server = (index: 0 | 1): TestApp => (index === 0 ? servers.one : servers.two);
const send = (index: 0 | 1, method: string, path: string, by: Member, json?: object) =>
  server(index).callApi(by, method, `/staff${path}`, json);
const statusOf = async (index: 0 | 1, by: Member) => (await send(index, 'GET', '/me', by)).status;

test('two identical concurrent requests change the data once', async () => {
  const invitation = { email: 'twice@example.org', role: 'moderator' };
  const invited = await Promise.all([
    send(0, 'POST', '/members', owner, invitation),
    send(1, 'POST', '/members', owner, invitation),
  ]);
  expect(invited.map(({ status }) => status)).toEqual([200, 200]);
  const listed: { email: string }[] = (await send(0, 'GET', '/members', owner)).body;
  expect(listed.filter(({ email }) => email === invitation.email)).toHaveLength(1);

  const member = await server(1).registerConfirmed(invitation.email);
  const joined = await Promise.all([
    send(0, 'POST', '/join', member, {}),
    send(1, 'POST', '/join', member, {}),
  ]);
  expect(joined.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await statusOf(0, member)).toBe(200);
  const log: { action: string }[] = (await send(0, 'GET', '/log', owner)).body;
  expect(log.filter(({ action }) => action === 'join as moderator')).toHaveLength(1);
});

test('the email server that is set on one server is used by the other', async () => {
  await using emails = await startEmailServer({ authOptional: true });
  const settings = {
    host: '127.0.0.1',
    port: emails.port,
    encryption: 'none',
    from: 'hello@buddies.example',
  };
  expect((await send(0, 'PUT', '/settings/email', owner, settings)).status).toBe(204);
  await server(1).callIdentity('sendOobCode', { requestType: 'PASSWORD_RESET', email: owner.email });
  await server(1).runJob('deliver-messages');
  expect(emails.received.flatMap(({ to }) => to)).toContain(owner.email);
});

test('one person sends at most 300 emails to walk-ins in an hour, on all servers together', async () => {
  await using limited = await startServers({ RATE_LIMIT_SCALE: '0.01' });
  const { one: first, two: second, database } = limited;
  const member = await first.register();
  await limited.giveRole(member, 'owner');
  await sql`insert into centers (id, name, name_key, address, time_zone, version, changed_at)
    values ('c', 'C', 'c', 'C', 'UTC', 1, 0)`.execute(database);
  const add = async (app: TestApp, operationId: string, email?: string) => {
    const json = { centerId: 'c', name: 'Karim', bloodGroup: 'A+', operationId, email };
    return (await app.callApi(member, 'POST', '/staff/walk-ins', json)).status;
  };
  // Each server alone counts writes and allows three a minute here, so only the limit of emails is reached.
  expect(await add(first, '1', 'one@example.org')).toBe(200);
  expect(await add(first, '2', 'two@example.org')).toBe(200);
  expect(await add(second, '3', 'three@example.org')).toBe(200);
  expect(await add(second, '4', 'four@example.org')).toBe(429);
  expect(await add(second, '4')).toBe(200);
});
