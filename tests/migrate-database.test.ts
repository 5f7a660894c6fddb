import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { lockDataDir } from '#platform/database/lock.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { freePort } from '#platform/testing/ports.ts';
import { type S3Server, startS3Server } from '#providers/images/testing/s3-server.ts';
import { allMigrations } from '../app/database.ts';
import { listsOf, openMigrated, prepareMigration, runMigration, secretKey } from './database-migration.ts';
import { runToEnd, startProcess } from './process.ts';
import { addAppointment, createTestApp, daysFromNow } from './test-app.ts';

vi.setConfig({ testTimeout: 120_000 });

const at = prepareMigration();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

const bucket = () => ({
  S3_ENDPOINT: s3.settings.endpoint,
  S3_BUCKET: s3.settings.bucket,
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
});
const database = () => readFileSync(join(at.site, 'blood-buddies.db'));

test('a folder whose site has been moved says where to, and starts no more', async () => {
  expect((await runMigration(at)).code).toBe(0);
  const { host, pathname, password } = new URL(at.target.url);
  const PORT = String(await freePort());
  for (const [file, words] of [
    ['app/main.ts', []],
    ['cli/main.ts', ['payments']],
  ] as const) {
    const { code, output } = await runToEnd(file, [...words], { DATA_DIR: at.site, PORT });
    expect(output).toMatch(/^The site of DATA_DIR .*\n$/);
    expect(output).toContain(`was moved to PostgreSQL at ${host}${pathname}.`);
    if (password) expect(output).not.toContain(password);
    expect(code).toBe(1);
  }
  // Compared again it is as before; where it has gone it starts, with the pictures that stay in the folder.
  expect((await runMigration(at)).code).toBe(0);
  await using app = await openMigrated(at, { DATA_DIR: at.site });
  expect(app.refundsHeld).toBeUndefined();
});

test('a site moves with its pictures: tokens, passwords and lists are as before, the source is untouched', async () => {
  const before = database();
  const first = await runMigration(at, bucket());
  expect(first.output).toMatch(/^appointments +3 +3 {2}(\w{12}) \1 {2}same$/m);
  expect(first.output).toMatch(
    /Moved: all rows are there, and the same\.\nPictures in the bucket pictures: \d+ copied, 0 were/,
  );
  expect(first.code).toBe(0);
  expect(database().equals(before)).toBe(true);

  await using app = await openMigrated(at, bucket());
  expect(await listsOf(app, at.filled.member)).toEqual(at.filled.lists);
  const again = await app.signIn(at.filled.other.email);
  expect(again.userId).toBe(at.filled.other.userId);
  const photos = (await (await app.send('GET', '/api/photo')).json()) as { img: string }[];
  const shown = await Promise.all(
    photos.map(async ({ img }) => (await app.send('GET', img.replace(app.config.publicUrl, ''))).status),
  );
  expect(new Set(shown)).toEqual(new Set([200]));
  expect(readdirSync(join(app.dataDir, 'images'))).toEqual(['incoming']);

  // What goes on there is neither overwritten nor brought back.
  await addAppointment(app, again, { date: daysFromNow(20) });
  await at.client.query(`delete from reviews where id = (select min(id) from reviews)`);
  const later = await runMigration(at, bucket());
  expect(later.code).toBe(1);
  expect(later.output).toMatch(/^appointments +3 +4 .* only there: 1$/m);
  expect(later.output).toMatch(/^reviews .* missing there: [\w-]{36}$/m);
  expect(later.output).toContain('nothing was copied, nothing was overwritten');
});

test('pictures that are in the bucket are not copied again; one that differs there is', async () => {
  const ids = readdirSync(join(at.site, 'images', 'pictures'), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('original'))
    .map((path) => path.split('/')[1] as string);
  await at.client.query('create table unrelated (id text)');
  expect((await runMigration(at, bucket())).code).toBe(0);
  for (const id of ids) expect(s3.filesOf(id)).toEqual(['original']);

  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  s3.overwrite(ids[0] as string, 'original', 'something else');
  const second = await runToEnd('cli/main.ts', ['migrate-database', '--to', url], {
    DATA_DIR: at.site,
    SECRET_KEY: secretKey,
    ...bucket(),
  });
  await drop();
  expect(second.output).toContain(
    `Pictures in the bucket pictures: 1 copied, ${ids.length - 1} were there already.`,
  );
});

test('killed in the middle: no site starts on it, and run again it comes to its end', async () => {
  const half = await openDatabase({ url: at.target.url });
  await migrate(half, allMigrations);
  await half.destroy();
  const { rows } = await firstAppointment();
  // A row that is not committed holds the copy up where it is.
  await at.client.query('begin');
  await at.client.query(
    `insert into appointments (id, user_id, email, name, phone, center, blood_group, day)
    values ($1, '', '', '', '', '', '', '')`,
    [rows[0]?.id],
  );
  const { child, output } = startProcess('cli/main.ts', ['migrate-database', '--to', at.target.url], {
    DATA_DIR: at.site,
    SECRET_KEY: secretKey,
  });
  const watching = await pgClient();
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await watching.query(waits)).rows.length === 0) expect(child.exitCode, output()).toBeNull();
  const killed = once(child, 'exit');
  child.kill('SIGKILL');
  await killed;
  await at.client.query('rollback');
  await watching.end();

  await expect(openMigrated(at)).rejects.toThrow('moving the site there has not ended');
  expect((await at.client.query('select count(*)::int as n from users')).rows).toEqual([{ n: 2 }]);
  const other = await runMigration(at, { SECRET_KEY: 'not the key of the first try' });
  expect(other).toMatchObject({
    code: 1,
    output: expect.stringContaining('SECRET_KEY is not the one with which'),
  });

  await at.client.query(`update users set email = 'somebody@example.org' where id = $1`, [
    at.filled.other.userId,
  ]);
  const differing = await runMigration(at);
  expect(differing.code).toBe(1);
  expect(differing.output).toMatch(
    new RegExp(`^users +2 +2 .* other there: ${at.filled.other.userId}$`, 'm'),
  );
  expect(differing.output).toContain('Not moved: rows differ, and were not overwritten.');
  await expect(openMigrated(at)).rejects.toThrow('moving the site there has not ended');

  await at.client.query('delete from users where id = $1', [at.filled.other.userId]);
  expect(await runMigration(at)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Moved: all rows are there'),
  });
  await using app = await openMigrated(at, { DATA_DIR: at.site });
  expect(await listsOf(app, at.filled.member)).toEqual(at.filled.lists);
});

test('a site that ran with SECRET_KEY moves under the same', async () => {
  const dataDir = mkdtempSync(join(at.folder, 'keyed-'));
  const keyed = { DATA_DIR: dataDir, SECRET_KEY: secretKey };
  const before = await createTestApp(keyed);
  const member = await before.register();
  await before[Symbol.asyncDispose]();
  expect(await runMigration(at, { DATA_DIR: dataDir, SECRET_KEY: 'not the key of the site' })).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not the key under which the secrets were stored'),
  });
  expect((await runMigration(at, { DATA_DIR: dataDir })).code).toBe(0);
  await using app = await openMigrated(at);
  expect(await listsOf(app, member)).toHaveLength(4);
});

async function pgClient(): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: at.target.url });
  await other.connect();
  return other;
}

async function firstAppointment() {
  const db = await openDatabase({ dataDir: at.site });
  const tables = db.withTables<{ appointments: { id: string } }>();
  const rows = await tables.selectFrom('appointments').select('id').execute();
  await db.destroy();
  return { rows };
}

test.each<[why: string, line: string, before: () => Promise<Record<string, string> | undefined>]>([
  [
    'another site is there',
    'holds another site already',
    async () => {
      const app = await openMigrated(at);
      await app.register();
      await app[Symbol.asyncDispose]();
      return undefined;
    },
  ],
  [
    'something else is there',
    'there are rows in users. Give an empty database',
    async () => void (await at.client.query(`create table users as select 'x' as name`)),
  ],
  [
    'the database is of a newer version',
    'is of a newer version',
    async () => {
      await at.client.query('create table server_migration (name text)');
      await at.client.query(`insert into server_migration values ('9999-later')`);
      return undefined;
    },
  ],
  [
    'the site is of an older version',
    'is of an older version. Start it once with this version',
    async () => {
      const db = await openDatabase({ dataDir: at.site });
      await sql`delete from server_migration where name = (select max(name) from server_migration)`.execute(
        db,
      );
      await db.destroy();
      return undefined;
    },
  ],
  [
    'the site is of a newer version',
    'is of a newer version. Move it with the command of that version',
    async () => {
      const db = await openDatabase({ dataDir: at.site });
      await sql`insert into server_migration (name, timestamp) values ('9999-later', '')`.execute(db);
      await db.destroy();
      return undefined;
    },
  ],
  ['there is no key', 'SECRET_KEY is not set', async () => ({ SECRET_KEY: '' })],
  ['there is no site', 'There is no site in DATA_DIR', async () => ({ DATA_DIR: join(at.site, 'images') })],
  [
    'another database is set',
    'DATABASE_URL names another database',
    async () => ({ DATABASE_URL: 'postgres://localhost/other' }),
  ],
])('nothing is touched when %s', async (_, line, before) => {
  const changes = await before();
  const tables = () =>
    at.client.query(
      `select table_name from information_schema.tables where table_schema = 'public' order by 1`,
    );
  const { rows } = await tables();
  const { code, output } = await runMigration(at, changes ?? {});
  expect(output).toContain(line);
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect((await tables()).rows).toEqual(rows);
});

test('a site that runs is not moved', async () => {
  const lock = lockDataDir(at.site);
  const { code, output } = await runMigration(at);
  lock.release();
  expect({ code, output }).toEqual({
    code: 1,
    output: `The site runs on DATA_DIR ${at.site}. Stop it first: what it writes while it is moved would be lost.\n`,
  });
});
