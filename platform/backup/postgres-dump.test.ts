import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { platformMigrations } from '../database/schema/migrations.ts';
import { createPostgresDatabase } from '../testing/databases.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createBackup } from './create-backup.ts';
import { inspectBackup } from './inspect.ts';
import { dumpPostgres, readDump } from './postgres-dump.ts';

const url = 'postgres://me:sec%40ret@db.example.org/site?sslmode=require&statement_timeout=5';
let folder: string;
/** The folder of programs that stand in for PostgreSQL's, whose versions differ between machines. */
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'bin');
  mkdirSync(path);
});

const program = (name: string, script: string) =>
  writeFileSync(join(path, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
const dump = () => dumpPostgres({ url, path }, '1-1', join(folder, 'dump'));

test('says which program to install', async () => {
  await expect(dump()).rejects.toThrow('pg_dump is not installed. Install PostgreSQL');
});

test('says that pg_dump is older than the server', async () => {
  program(
    'pg_dump',
    'echo "pg_dump: error: aborting because of server version mismatch\npg_dump: detail: server version: 18.4; pg_dump version: 15.18" >&2; exit 1',
  );
  await expect(dump()).rejects.toThrow(
    'pg_dump 15.18 is older than the PostgreSQL server 18.4. Install the client programs of version 18',
  );
});

test('passes the password outside the arguments, and checks the certificate', async () => {
  program('pg_dump', 'echo "$@ $PGPASSWORD"');
  await dump();
  const text = readFileSync(join(folder, 'dump'), 'utf8');
  expect(text).toMatch(
    /--dbname=postgres:\/\/me@db\.example\.org\/site\?sslmode=verify-full&sslrootcert=\S+ sec@ret\n$/,
  );
  expect(text).not.toContain('statement_timeout');
});

test('counts the rows of a dump, and rejects one that cannot be read', async () => {
  const copy = 'COPY public.users (id, name) FROM stdin;\\n1\\ta\\n2\\tCOPY x (y) FROM stdin;\\n\\\\.\\n';
  const migrations =
    'COPY public.server_migration (name, "timestamp") FROM stdin;\\n0001-start\\tnow\\n\\\\.\\n';
  program('pg_restore', `printf '${copy}${migrations}'`);
  const contents = await readDump('dump', path);
  expect(contents.rows).toEqual(
    new Map([
      ['users', 2],
      ['server_migration', 1],
    ]),
  );
  expect(contents.migrations).toEqual(new Map([['server', ['0001-start']]]));
  program('pg_restore', 'echo "pg_restore: error: could not read from input file: end of file" >&2; exit 1');
  await expect(readDump('dump', path)).rejects.toThrow(
    'pg_restore failed: could not read from input file: end of file',
  );
});

test('a backup has the dump of the snapshot whose files it lists', async () => {
  const database = await createPostgresDatabase(inject('postgresUrl'));
  const db = await openDatabase(database);
  await migrate(db, [platformMigrations]);
  const secrets = db.withTables<{ platform_secret: { name: string; value: string } }>();
  await secrets.insertInto('platform_secret').values({ name: 'one', value: '1' }).execute();
  const to = join(folder, 'backup');
  writeFileSync(join(folder, 'one'), 'content');
  writeFileSync(join(folder, 'two'), 'content');
  program('pg_dump', 'echo "$@"');
  program(
    'pg_restore',
    `printf 'COPY public.platform_migration (name, "timestamp") FROM stdin;\\n0001-start\\tnow\\n\\\\.\\n'`,
  );
  const postgres = { url: database.url, path };
  const manifest = await createBackup({
    dataDir: folder,
    postgres,
    to,
    clock: Date.now,
    async *filesOf(snapshot) {
      await secrets.insertInto('platform_secret').values({ name: 'two', value: '2' }).execute();
      const rows = snapshot.withTables<{ platform_secret: { name: string } }>();
      for (const { name } of await rows.selectFrom('platform_secret').select('name').execute())
        yield { path: name, needed: true };
    },
  });
  expect(manifest.files.map((file) => file.path)).toEqual(['database.dump', 'one']);
  expect(readFileSync(join(to, 'database.dump'), 'utf8')).toMatch(/--snapshot=[\dA-F]+-[\dA-F]+-\d+ /);
  const reader = { from: to, services: [platformMigrations], isReferenced: () => true, path };
  expect(await inspectBackup(reader)).toMatchObject({ engine: 'postgresql', schema: 'same' });
  await db.destroy();
  await database.drop();
});
