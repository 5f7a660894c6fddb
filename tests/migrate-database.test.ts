import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { lockDataDir } from '#platform/database/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { type S3Server, startS3Server } from '#providers/images/testing/s3-server.ts';
import { allMigrations } from '../app/storage.ts';
import { runToEnd, startProcess } from './process.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  daysFromNow,
  type Member,
  payByCard,
  type TestApp,
  uploadPicture,
} from './test-app.ts';

const secretKey = 'the key of the migrated site';
let s3: S3Server;
let folder: string;
let filledSite: Awaited<ReturnType<typeof fillSite>>;
/** A copy of the filled site's DATA_DIR, new for each test. */
let site: string;
let target: Awaited<ReturnType<typeof createPostgresDatabase>>;
let client: pg.Client;
beforeAll(async () => {
  s3 = await startS3Server();
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-move-'));
  filledSite = await fillSite(join(folder, 'filled'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await s3.stop();
});
beforeEach(async () => {
  site = mkdtempSync(join(folder, 'site-'));
  cpSync(join(folder, 'filled'), site, { recursive: true });
  target = await createPostgresDatabase(inject('postgresUrl'));
  client = new pg.Client({ connectionString: target.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await target.drop();
});

const runMigration = (environment: Record<string, string> = {}) =>
  runToEnd('cli/main.ts', ['migrate-database', '--to', target.url], {
    DATA_DIR: site,
    SECRET_KEY: secretKey,
    ...environment,
  });

/** Opens the app on the target database. */
const openMigrated = (environment: Record<string, string> = {}) =>
  createTestApp({ DATABASE_URL: target.url, SECRET_KEY: secretKey, ...environment });

/**
 * Fills a site: samples, two members, three appointments (one paid) and two pictures (one of them a photo).
 */
async function fillSite(dataDir: string) {
  await using app = await createTestApp({ DATA_DIR: dataDir });
  await app.fillSamples();
  const [member, other] = [await app.register(), await app.register()];
  const id = await addAppointment(app, member, { opinion: 'à bientôt, ভালো 🩸 \\ "', publishAs: 'first' });
  await addAppointment(app, other);
  await addAppointment(app, other, { date: daysFromNow(10) });
  await pay(app, member, id);
  const img = await uploadPicture(app, member);
  await uploadPicture(app, other);
  await app.send('POST', '/api/photo', { json: { img, title: 'Donors' }, token: member.token });
  return { member, other, lists: await listsOf(app, member) };
}

async function pay(app: TestApp, member: Member, appointmentId: string) {
  const { id: transactionId } = await payByCard(app, await createPaymentIntent(app, member, appointmentId));
  const request = { json: { appointmentId, transactionId }, token: member.token };
  expect((await app.send('PUT', `/api/appointments/${appointmentId}`, request)).status).toBe(200);
}

/** Returns the lists that a member can read. */
async function listsOf(app: TestApp, { email, token }: Member) {
  const paths = [`/api/appointments?email=${email}`, '/api/photo', '/api/reviews', '/api/user/export'];
  const responses = await Promise.all(paths.map((path) => app.send('GET', path, { token })));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return Promise.all(responses.map((response) => response.json()));
}

const database = () => readFileSync(join(site, 'blood-buddies.db'));

test('names the target and does not start a site that has been migrated', async () => {
  expect((await runMigration()).code).toBe(0);
  const { host, pathname, password } = new URL(target.url);
  const PORT = String(await freePort());
  for (const [file, words] of [
    ['app/main.ts', []],
    ['cli/main.ts', ['payments']],
  ] as const) {
    const { code, output } = await runToEnd(file, [...words], { DATA_DIR: site, PORT });
    expect(output).toMatch(/^The site of DATA_DIR .*\n$/);
    expect(output).toContain(`was migrated to PostgreSQL at ${host}${pathname}.`);
    if (password) expect(output).not.toContain(password);
    expect(code).toBe(1);
  }
  expect(await runMigration()).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  });
  // The site starts on the target, with the pictures of the folder.
  await using app = await openMigrated({ DATA_DIR: site });
  expect(app.refundPause).toBeUndefined();
});

test('migrates a site with its pictures, tokens, passwords and lists, and does not change the source', async () => {
  const prepare = database();
  const first = await runMigration(s3.environment);
  expect(first.output).toMatch(/^Migration complete: .*^ {2}appointments: 3 rows, checksum \w{12}$/ms);
  expect(first.output).toMatch(/^Pictures in the bucket pictures: \d+ copied, 0 already/m);
  expect(first.code).toBe(0);
  expect(database().equals(prepare)).toBe(true);

  await using app = await openMigrated(s3.environment);
  expect(await listsOf(app, filledSite.member)).toEqual(filledSite.lists);
  const again = await app.signIn(filledSite.other.email);
  expect(again.userId).toBe(filledSite.other.userId);
  const photos = (await (await app.send('GET', '/api/photo')).json()) as { img: string }[];
  const shown = await Promise.all(
    photos.map(async ({ img }) => (await app.send('GET', img.replace(app.config.publicUrl, ''))).status),
  );
  expect(new Set(shown)).toEqual(new Set([200]));
  expect(readdirSync(join(app.dataDir, 'images'))).toEqual(['incoming']);
});

test('skips pictures that are in the bucket and copies one that differs', async () => {
  const ids = readdirSync(join(site, 'images', 'pictures'), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('original'))
    .map((path) => path.split('/')[1] as string);
  await client.query('create table unrelated (id text)');
  expect((await runMigration(s3.environment)).code).toBe(0);
  for (const id of ids) expect(s3.filesOf(id)).toEqual(['original']);

  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  s3.overwrite(ids[0] as string, 'original', 'something else');
  const second = await runToEnd('cli/main.ts', ['migrate-database', '--to', url], {
    DATA_DIR: site,
    SECRET_KEY: secretKey,
    ...s3.environment,
  });
  await drop();
  expect(second.output).toContain(
    `Pictures in the bucket pictures: 1 copied, ${ids.length - 1} already there.`,
  );
});

/** Creates empty tables in the target, and makes it run `code` before it inserts a row into `table`. */
async function addTrigger(table: string, code: string): Promise<void> {
  const empty = await openDatabase({ url: target.url });
  await migrate(empty, allMigrations);
  await empty.destroy();
  await client.query(`create function interfere() returns trigger language plpgsql as
    $$begin ${code} return new; end$$`);
  await client.query(
    `create trigger interfere before insert on ${table} for each row execute function interfere()`,
  );
}
const countUsers = async () => (await client.query('select count(*)::int as n from users')).rows[0]?.n;

test('starts again in an empty database after a kill', async () => {
  await addTrigger('appointments', 'perform pg_advisory_xact_lock(1);');
  await client.query('select pg_advisory_lock(1)');
  const { child, output } = startProcess('cli/main.ts', ['migrate-database', '--to', target.url], {
    DATA_DIR: site,
    SECRET_KEY: secretKey,
  });
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  while ((await client.query(waits)).rows.length === 0) expect(child.exitCode, output()).toBeNull();
  const killed = once(child, 'exit');
  child.kill('SIGKILL');
  await killed;
  await client.query('select pg_advisory_unlock(1)');
  expect(await countUsers()).toBe(0);
  expect(await runMigration()).toMatchObject({ code: 0 });
  await using app = await openMigrated({ DATA_DIR: site });
  expect(await listsOf(app, filledSite.member)).toEqual(filledSite.lists);
});

test.each([
  [
    'differs',
    "new.name = 'Somebody';",
    /^appointments differs: 3 rows \(\w{12}\) here, 3 \(\w{12}\) in PostgreSQL/,
  ],
  [
    'is rejected',
    "raise check_violation using message = 'no';",
    /^PostgreSQL rejects a row of appointments: no/,
  ],
])('copies nothing if a row %s', async (_, code, line) => {
  await addTrigger('appointments', code);
  const { code: exit, output } = await runMigration();
  expect(output).toMatch(line);
  expect([exit, await countUsers()]).toEqual([1, 0]);
});

test('migrates a site with SECRET_KEY under the same key', async () => {
  const dataDir = mkdtempSync(join(folder, 'keyed-'));
  const keyed = { DATA_DIR: dataDir, SECRET_KEY: secretKey };
  const prepare = await createTestApp(keyed);
  const member = await prepare.register();
  await prepare[Symbol.asyncDispose]();
  expect(await runMigration({ DATA_DIR: dataDir, SECRET_KEY: 'not the key of the site' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not the key that encrypted the stored secrets'),
  });
  expect((await runMigration({ DATA_DIR: dataDir })).code).toBe(0);
  await using app = await openMigrated();
  expect(await listsOf(app, member)).toHaveLength(4);
});

test.each<[reason: string, line: string, prepare: () => Promise<Record<string, string> | undefined>]>([
  [
    'another site is there',
    'is not empty: there are rows in',
    async () => {
      const app = await openMigrated();
      await app.register();
      await app[Symbol.asyncDispose]();
      return undefined;
    },
  ],
  [
    'something else is there',
    'there are rows in users. Use an empty database',
    async () => void (await client.query(`create table users as select 'x' as name`)),
  ],
  [
    'the database is of a newer version',
    'was written by a newer version',
    async () => {
      await client.query('create table server_migration (name text)');
      await client.query(`insert into server_migration values ('9999-later')`);
      return undefined;
    },
  ],
  [
    'the site is of an older version',
    'was written by an older version of Blood Buddies. Start it once with this version',
    async () => {
      const db = await openDatabase({ dataDir: site });
      await sql`delete from server_migration where name = (select max(name) from server_migration)`.execute(
        db,
      );
      await db.destroy();
      return undefined;
    },
  ],
  [
    'the site is of a newer version',
    'was written by a newer version of Blood Buddies. Run this command from that version',
    async () => {
      const db = await openDatabase({ dataDir: site });
      await sql`insert into server_migration (name, timestamp) values ('9999-later', '')`.execute(db);
      await db.destroy();
      return undefined;
    },
  ],
  ['there is no key', 'SECRET_KEY is not set', async () => ({ SECRET_KEY: '' })],
  ['there is no site', 'There is no site in DATA_DIR', async () => ({ DATA_DIR: join(site, 'images') })],
  [
    'another database is set',
    'DATABASE_URL names another database',
    async () => ({ DATABASE_URL: 'postgres://localhost/other' }),
  ],
])('changes nothing when %s', async (_, line, prepare) => {
  const changes = await prepare();
  const tables = () =>
    client.query(`select table_name from information_schema.tables where table_schema = 'public' order by 1`);
  const { rows } = await tables();
  const { code, output } = await runMigration(changes ?? {});
  expect(output).toContain(line);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect((await tables()).rows).toEqual(rows);
});

test('does not migrate a running site', async () => {
  const lock = lockDataDir(site);
  const { code, output } = await runMigration();
  lock.release();
  expect({ code, output }).toEqual({
    code: 1,
    output: `The site is running on DATA_DIR ${site}. Stop it first: changes during the migration would be lost.\n`,
  });
});

test('names --to when its database does not respond', async () => {
  const to = ['migrate-database', '--to', 'postgres://127.0.0.1:1/none'];
  const { code, output } = await runToEnd('cli/main.ts', to, { DATA_DIR: site, SECRET_KEY: secretKey });
  expect(output).toMatch(/^Cannot connect to the database at --to: .+\n$/);
  expect(code).toBe(1);
});
