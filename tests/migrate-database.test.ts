import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
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
import { addAppointment, createTestApp, daysFromNow } from './test-app.ts';

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
  // A repeated migration only compares. On the target the site starts, with the pictures of the folder.
  expect((await runMigration(setup)).code).toBe(0);
  await using app = await openMigrated(setup, { DATA_DIR: setup.site });
  expect(app.refundsHeld).toBeUndefined();
});

test('migrates a site with its pictures, tokens, passwords and lists, and does not change the source', async () => {
  const prepare = database();
  const first = await runMigration(setup, s3.environment);
  expect(first.output).toMatch(/^appointments +3 +3 {2}(\w{12}) \1 {2}same$/m);
  expect(first.output).toMatch(
    /Migration complete: all rows are the same\.\nPictures in the bucket pictures: \d+ copied, 0 already/,
  );
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

  // Later changes on the target are neither overwritten nor undone.
  await addAppointment(app, again, { date: daysFromNow(20) });
  await setup.client.query(`delete from reviews where id = (select min(id) from reviews)`);
  const later = await runMigration(setup, s3.environment);
  expect(later.code).toBe(1);
  expect(later.output).toMatch(/^appointments +3 +4 .* only in target: 1$/m);
  expect(later.output).toMatch(/^reviews .* missing in target: [\w-]{36}$/m);
  expect(later.output).toContain('Nothing was copied or overwritten');
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

test('can be repeated after a kill, before which no site starts on the target', async () => {
  const half = await openDatabase({ url: setup.target.url });
  await migrate(half, allMigrations);
  await half.destroy();
  const { rows } = await firstAppointment();
  // An uncommitted row blocks the copy.
  await setup.client.query('begin');
  await setup.client.query(
    `insert into appointments (id, user_id, email, name, phone, center, blood_group, day)
    values ($1, '', '', '', '', '', '', '')`,
    [rows[0]?.id],
  );
  const { child, output } = startProcess('cli/main.ts', ['migrate-database', '--to', setup.target.url], {
    DATA_DIR: setup.site,
    SECRET_KEY: secretKey,
  });
  const watching = await pgClient();
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await watching.query(waits)).rows.length === 0) expect(child.exitCode, output()).toBeNull();
  const killed = once(child, 'exit');
  child.kill('SIGKILL');
  await killed;
  await setup.client.query('rollback');
  await watching.end();

  await expect(openMigrated(setup)).rejects.toThrow(
    'migration from SQLite into this database is not finished',
  );
  expect((await setup.client.query('select count(*)::int as n from users')).rows).toEqual([{ n: 2 }]);
  const other = await runMigration(setup, { SECRET_KEY: 'not the key of the first try' });
  expect(other).toMatchObject({
    code: 1,
    output: expect.stringContaining('SECRET_KEY is not the one that the first migration'),
  });

  await setup.client.query(`update users set email = 'somebody@example.org' where id = $1`, [
    setup.filledSite.other.userId,
  ]);
  const differing = await runMigration(setup);
  expect(differing.code).toBe(1);
  expect(differing.output).toMatch(
    new RegExp(`^users +2 +2 .* different in target: ${setup.filledSite.other.userId}$`, 'm'),
  );
  expect(differing.output).toContain('Migration failed: some rows differ and were not overwritten.');
  await expect(openMigrated(setup)).rejects.toThrow(
    'migration from SQLite into this database is not finished',
  );

  await setup.client.query('delete from users where id = $1', [setup.filledSite.other.userId]);
  expect(await runMigration(setup)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Migration complete: all rows are the same'),
  });
  await using app = await openMigrated(setup, { DATA_DIR: setup.site });
  expect(await listsOf(app, setup.filledSite.member)).toEqual(setup.filledSite.lists);
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

async function pgClient(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: setup.target.url });
  await other.connect();
  return other;
}

async function firstAppointment() {
  const db = await openDatabase({ dataDir: setup.site });
  const tables = db.withTables<{ appointments: { id: string } }>();
  const rows = await tables.selectFrom('appointments').select('id').execute();
  await db.destroy();
  return { rows };
}

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
