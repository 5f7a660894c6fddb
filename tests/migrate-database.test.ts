import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { lockDataDir } from '#platform/database/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { type S3Server, startS3Server } from '#providers/images/testing/s3-server.ts';
import { allMigrations } from '../app/storage.ts';
import { listsOf, openMigrated, prepareMigration, runMigration, secretKey } from './database-migration.ts';
import { runToEnd, startProcess } from './process.ts';
import { createTestApp } from './test-app.ts';

const setup = prepareMigration();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

const database = () => readFileSync(join(setup.site, 'blood-buddies.db'));

test('names the target and does not start a site that has been migrated', async () => {
  expect((await runMigration(setup)).code).toBe(0);
  const { host, pathname, password } = new URL(setup.target.url);
  const PORT = String(await freePort());
  for (const [file, words] of [
    ['app/main.ts', []],
    ['cli/main.ts', ['payments']],
  ] as const) {
    const { code, output } = await runToEnd(file, [...words], { DATA_DIR: setup.site, PORT });
    expect(output).toMatch(/^The site of DATA_DIR .*\n$/);
    expect(output).toContain(`was migrated to PostgreSQL at ${host}${pathname}.`);
    if (password) expect(output).not.toContain(password);
    expect(code).toBe(1);
  }
  expect(await runMigration(setup)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  });
  // On the target the site starts, with the pictures of the folder.
  await using app = await openMigrated(setup, { DATA_DIR: setup.site });
  expect(app.refundsHeld).toBeUndefined();
});

test('migrates a site with its pictures, tokens, passwords and lists, and does not change the source', async () => {
  const prepare = database();
  const first = await runMigration(setup, s3.environment);
  expect(first.output).toMatch(/^Migration complete: .*^ {2}appointments: 3 rows, checksum \w{12}$/ms);
  expect(first.output).toMatch(/^Pictures in the bucket pictures: \d+ copied, 0 already/m);
  expect(first.code).toBe(0);
  expect(database().equals(prepare)).toBe(true);

  await using app = await openMigrated(setup, s3.environment);
  expect(await listsOf(app, setup.filledSite.member)).toEqual(setup.filledSite.lists);
  const again = await app.signIn(setup.filledSite.other.email);
  expect(again.userId).toBe(setup.filledSite.other.userId);
  const photos = (await (await app.send('GET', '/api/photo')).json()) as { img: string }[];
  const shown = await Promise.all(
    photos.map(async ({ img }) => (await app.send('GET', img.replace(app.config.publicUrl, ''))).status),
  );
  expect(new Set(shown)).toEqual(new Set([200]));
  expect(readdirSync(join(app.dataDir, 'images'))).toEqual(['incoming']);
});

test('skips pictures that are in the bucket and copies one that differs', async () => {
  const ids = readdirSync(join(setup.site, 'images', 'pictures'), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('original'))
    .map((path) => path.split('/')[1] as string);
  await setup.client.query('create table unrelated (id text)');
  expect((await runMigration(setup, s3.environment)).code).toBe(0);
  for (const id of ids) expect(s3.filesOf(id)).toEqual(['original']);

  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  s3.overwrite(ids[0] as string, 'original', 'something else');
  const second = await runToEnd('cli/main.ts', ['migrate-database', '--to', url], {
    DATA_DIR: setup.site,
    SECRET_KEY: secretKey,
    ...s3.environment,
  });
  await drop();
  expect(second.output).toContain(
    `Pictures in the bucket pictures: 1 copied, ${ids.length - 1} already there.`,
  );
});

/** Creates empty tables in the target, and makes it run this code before a row of a table is inserted. */
async function addTrigger(table: string, code: string): Promise<void> {
  const empty = await openDatabase({ url: setup.target.url });
  await migrate(empty, allMigrations);
  await empty.destroy();
  await setup.client.query(`create function interfere() returns trigger language plpgsql as
    $$begin ${code} return new; end$$`);
  await setup.client.query(
    `create trigger interfere before insert on ${table} for each row execute function interfere()`,
  );
}
const countUsers = async () => (await setup.client.query('select count(*)::int as n from users')).rows[0]?.n;

test('starts again in an empty database after a kill', async () => {
  await addTrigger('appointments', 'perform pg_advisory_xact_lock(1);');
  await setup.client.query('select pg_advisory_lock(1)');
  const { child, output } = startProcess('cli/main.ts', ['migrate-database', '--to', setup.target.url], {
    DATA_DIR: setup.site,
    SECRET_KEY: secretKey,
  });
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
  while ((await setup.client.query(waits)).rows.length === 0) expect(child.exitCode, output()).toBeNull();
  const killed = once(child, 'exit');
  child.kill('SIGKILL');
  await killed;
  await setup.client.query('select pg_advisory_unlock(1)');
  expect(await countUsers()).toBe(0);
  expect(await runMigration(setup)).toMatchObject({ code: 0 });
  await using app = await openMigrated(setup, { DATA_DIR: setup.site });
  expect(await listsOf(app, setup.filledSite.member)).toEqual(setup.filledSite.lists);
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
  const { code: exit, output } = await runMigration(setup);
  expect(output).toMatch(line);
  expect([exit, await countUsers()]).toEqual([1, 0]);
});

test('migrates a site with SECRET_KEY under the same key', async () => {
  const dataDir = mkdtempSync(join(setup.folder, 'keyed-'));
  const keyed = { DATA_DIR: dataDir, SECRET_KEY: secretKey };
  const prepare = await createTestApp(keyed);
  const member = await prepare.register();
  await prepare[Symbol.asyncDispose]();
  expect(
    await runMigration(setup, { DATA_DIR: dataDir, SECRET_KEY: 'not the key of the site' }),
  ).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not the key that encrypted the stored secrets'),
  });
  expect((await runMigration(setup, { DATA_DIR: dataDir })).code).toBe(0);
  await using app = await openMigrated(setup);
  expect(await listsOf(app, member)).toHaveLength(4);
});

test.each<[reason: string, line: string, prepare: () => Promise<Record<string, string> | undefined>]>([
  [
    'another site is there',
    'is not empty: there are rows in',
    async () => {
      const app = await openMigrated(setup);
      await app.register();
      await app[Symbol.asyncDispose]();
      return undefined;
    },
  ],
  [
    'something else is there',
    'there are rows in users. Use an empty database',
    async () => void (await setup.client.query(`create table users as select 'x' as name`)),
  ],
  [
    'the database is of a newer version',
    'was written by a newer version',
    async () => {
      await setup.client.query('create table server_migration (name text)');
      await setup.client.query(`insert into server_migration values ('9999-later')`);
      return undefined;
    },
  ],
  [
    'the site is of an older version',
    'was written by an older version of Blood Buddies. Start it once with this version',
    async () => {
      const db = await openDatabase({ dataDir: setup.site });
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
      const db = await openDatabase({ dataDir: setup.site });
      await sql`insert into server_migration (name, timestamp) values ('9999-later', '')`.execute(db);
      await db.destroy();
      return undefined;
    },
  ],
  ['there is no key', 'SECRET_KEY is not set', async () => ({ SECRET_KEY: '' })],
  [
    'there is no site',
    'There is no site in DATA_DIR',
    async () => ({ DATA_DIR: join(setup.site, 'images') }),
  ],
  [
    'another database is set',
    'DATABASE_URL names another database',
    async () => ({ DATABASE_URL: 'postgres://localhost/other' }),
  ],
])('changes nothing when %s', async (_, line, prepare) => {
  const changes = await prepare();
  const tables = () =>
    setup.client.query(
      `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
    );
  const { rows } = await tables();
  const { code, output } = await runMigration(setup, changes ?? {});
  expect(output).toContain(line);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect((await tables()).rows).toEqual(rows);
});

test('does not migrate a running site', async () => {
  const lock = lockDataDir(setup.site);
  const { code, output } = await runMigration(setup);
  lock.release();
  expect({ code, output }).toEqual({
    code: 1,
    output: `The site is running on DATA_DIR ${setup.site}. Stop it first: changes during the migration would be lost.\n`,
  });
});

test('names --to when its database does not respond', async () => {
  const to = ['migrate-database', '--to', 'postgres://127.0.0.1:1/none'];
  const { code, output } = await runToEnd('cli/main.ts', to, { DATA_DIR: setup.site, SECRET_KEY: secretKey });
  expect(output).toMatch(/^Cannot connect to the database at --to: .+\n$/);
  expect(code).toBe(1);
});
