import { cpSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#platform/database/open.ts';
import { listen } from '#platform/http/listen.ts';
import { registerServer } from '#platform/jobs/running-servers.ts';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { freePort } from '#platform/testing/ports.ts';
import { temporaryFolder } from '#platform/testing/temporary-folder.ts';
import { createTestApp } from '../../tests/test-app.ts';
import { readConfig } from '../config/config.ts';
import { migrateSite } from '../storage.ts';
import { createDoctorChecks, examine } from './doctor.ts';

const SECRET_KEY = 'a key for this test only';

/** Runs some of the doctor's checks. Returns their lines, keyed by the check. */
async function consult(environment: Record<string, string>, ...names: string[]) {
  const checks = createDoctorChecks(readConfig(environment));
  const { lines } = await examine(checks.filter(({ name }) => names.includes(name)));
  return new Map(lines.map((line) => [line.split(/\t|:/)[1], line]));
}

/** Adds a center, and a picture with its file. Returns the path of the file. */
async function addContent(database: Database, dataDir: string): Promise<string> {
  await sql`
    insert into centers (id, name, name_key, address, time_zone, version, changed_at)
    values ('1', 'a', 'a', 'a', 'Asia/Dhaka', 1, 1)`.execute(database);
  await sql`
    insert into images_pictures (id, user_id, width, height, bytes, format, placeholder, created_at, state, state_at)
    values ('one', 'me', 1, 1, 1, 'png', '', 1, 'visible', 1)`.execute(database);
  const file = join(dataDir, 'images', 'pictures', 'ne', 'one', 'original');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'content');
  return file;
}

test('finds what is wrong with the data of a SQLite site', async () => {
  await using app = await createTestApp();
  await using cleanUp = new AsyncDisposableStack();
  const database = await app.openDatabase();
  cleanUp.defer(() => database.destroy());
  const { dataDir: DATA_DIR } = app;
  const file = await addContent(database, DATA_DIR);
  const names = ['schema', 'key', 'picture files', 'time zone', 'clock'];
  const healthy = await consult({ DATA_DIR }, ...names);
  expect([...healthy.values()].filter((line) => line.startsWith('problem'))).toEqual([]);

  await sql`update centers set time_zone = 'Mars/Phobos'`.execute(database);
  await sql`update site_settings set value = '9.0.0' where name = 'oldest-version'`.execute(database);
  rmSync(file);
  const tomorrow = Date.now() / 1000 + 86_400;
  utimesSync(join(DATA_DIR, 'blood-buddies.db'), tomorrow, tomorrow);
  const ill = await consult({ DATA_DIR, SECRET_KEY: 'not the key of this site' }, ...names);
  expect(Object.fromEntries(ill)).toEqual({
    schema: expect.stringContaining('A newer version has changed the database, which needs version 9.0.0'),
    key: expect.stringContaining('SECRET_KEY (or DATA_DIR/secret.key) is not the key'),
    'picture files': expect.stringContaining(
      '1 of 1 files are missing, such as images/pictures/ne/one/original',
    ),
    'time zone': expect.stringContaining('Node does not know the time zone Mars/Phobos'),
    clock: expect.stringMatching(/the clock is 8\d+ s behind that of the last write/),
  });
  expect([...ill.values()].filter((line) => line.startsWith('ok'))).toEqual([]);
});

test('finds a server that uses the folder of a SQLite site on another port', async () => {
  await using app = await createTestApp();
  const port = await freePort();
  const check = async (DATA_DIR: string) =>
    (await consult({ DATA_DIR, PORT: String(port) }, 'servers')).get('servers');
  expect(await check(app.dataDir)).toBe(
    `problem\tservers: a server uses DATA_DIR, but none listens on port ${port}. Set PORT as the server has it, or stop that server.`,
  );
  const server = await listen({ host: '127.0.0.1', port });
  expect(await check(app.dataDir)).toBe('ok\tservers: one server uses DATA_DIR');
  await server.close();
  const unused = temporaryFolder();
  cpSync(join(app.dataDir, 'blood-buddies.db'), join(unused, 'blood-buddies.db'));
  expect(await check(unused)).toBe('ok\tservers: no server uses DATA_DIR');
  expect(existsSync(join(unused, 'server.lock'))).toBe(false);
  cpSync(join(app.dataDir, 'server.lock'), join(unused, 'server.lock'));
  expect(await check(unused)).toBe('ok\tservers: no server uses DATA_DIR');
});

test('says what to do before the first start', async () => {
  const lines = [
    ...(await consult({ DATA_DIR: join(temporaryFolder(), 'new') }, 'disk', 'database')).values(),
  ];
  expect(lines.map((line) => line.replace(/ \/.*\/new/, ' FOLDER'))).toEqual([
    'problem\tdisk: DATA_DIR FOLDER cannot be written: there is no such folder. Start the site once, create it, or mount its disk.',
    'problem\tdatabase: There is no database FOLDER/blood-buddies.db. Start the site once, or correct DATA_DIR',
  ]);
});

test('finds pictures that are missing in the bucket', async () => {
  await using app = await createTestApp();
  const database = await app.openDatabase();
  await addContent(database, app.dataDir);
  await database.destroy();
  const isThere = { one: true };
  await using server = await startHttpServer((request, response) =>
    request.url === '/pictures/ne/one/original' && isThere.one
      ? response.writeHead(206).end('a')
      : response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>'),
  );
  const bucket = { S3_ENDPOINT: server.origin, S3_BUCKET: 'pictures' };
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const check = async () =>
    (await consult({ DATA_DIR: app.dataDir, ...bucket, ...keys }, 'picture files')).values();
  expect([...(await check())]).toEqual(['ok\tpicture files: the files of 1 pictures are there']);
  isThere.one = false;
  expect([...(await check())][0]).toMatch(/^problem\tpicture files: 1 of 1 files are missing, such as one/);
});

test('finds an old backup, and none', async () => {
  const folder = temporaryFolder();
  const settings = { BACKUP_DIR: folder, BACKUP_EVERY: '1d' };
  expect((await consult(settings, 'backup')).get('backup')).toBe(
    'problem\tbackup: there is no backup yet. Read the log, and run `npm run cli -- backup` to see the reason.',
  );
  const backup = join(folder, '2020-01-01T00-00-00Z');
  mkdirSync(join(backup, 'manifest.json'), { recursive: true });
  expect((await consult(settings, 'backup')).get('backup')).toMatch(
    /^problem\tbackup: the last backup is \d{4} days old/,
  );
});

test('finds a second server and a role without rights on PostgreSQL', async () => {
  await using cleanUp = new AsyncDisposableStack();
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  cleanUp.defer(drop);
  const database = await openDatabase({ url, connections: 6 });
  cleanUp.defer(() => database.destroy());
  await migrateSite(database);
  const role = `doctor_${process.pid}`;
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  cleanUp.defer(async () => {
    await owner.query(`drop owned by ${role}; drop role ${role}`);
    await owner.end();
  });
  await owner.query(`create role ${role} login; grant select on all tables in schema public to ${role}`);
  await registerServer(database, 'one');
  const names = ['schema', 'servers', 'database role', 'key'];
  const healthy = await consult({ DATABASE_URL: url, SECRET_KEY }, ...names);
  expect([...healthy.values()].filter((line) => line.startsWith('problem'))).toEqual([]);

  await registerServer(database, 'two');
  const asRole = Object.assign(new URL(url), { username: role }).href;
  const ill = await consult({ DATABASE_URL: asRole, SECRET_KEY }, ...names);
  expect(ill.get('servers')).toContain('problem\tservers: two servers on this database');
  expect(ill.get('database role')).toContain(`problem\tdatabase role: ${role} may not use the table `);
});
