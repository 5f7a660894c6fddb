import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { type Migrations, migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { platformMigrations } from '../database/schema/migrations.ts';
import { sqliteDialect } from '../database/sqlite.ts';
import { databaseFile } from '../database/sqlite-snapshot.ts';
import { startInlineWriter } from './inline-writer.ts';
import { newerSchemaOf } from './newer-schema.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server that the test run started. */
    postgresUrl: string;
    /** A folder of the test run, where databases made once are kept. */
    madeFolder: string;
    /** Whether test databases have the schema of a newer version (vitest.config.ts). */
    newerSchema?: boolean;
  }
}

export type TestDatabase = { db: Database; [Symbol.asyncDispose](): Promise<void> };
export type OpenTestDatabase = () => Promise<TestDatabase>;

/** Runs the same tests on SQLite and on PostgreSQL: `await using test = await open()` gives an empty, migrated database. */
export function onBothDatabases(
  services: readonly Migrations[],
  tests: (open: OpenTestDatabase) => void,
): void {
  describe('on SQLite', () => tests(() => openSqlite(services)));
  describe('on PostgreSQL', () => {
    afterAll(dropSpareDatabases);
    tests(() => openPostgres(services));
  });
}

/** An embedded database in a folder of its own, whose writer needs no thread. */
export const openSqlite = (services: readonly Migrations[]): Promise<TestDatabase> =>
  openEmbedded(services, async (dataDir) => {
    const dialect = await sqliteDialect(join(dataDir, databaseFile), undefined, startInlineWriter);
    return new Kysely({ dialect });
  });

/** The same as the site opens it: the writer has a thread of its own. */
export const openThreadedSqlite = (services: readonly Migrations[]): Promise<TestDatabase> =>
  openEmbedded(services, (dataDir) => openDatabase({ dataDir }));

async function openEmbedded(
  services: readonly Migrations[],
  open: (dataDir: string) => Promise<Database>,
): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
  await copyMigratedDatabase(dataDir, services);
  const db = await open(dataDir);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** Puts an empty, migrated database into a data folder, made by the first test of the run that asks for such a one. */
export async function copyMigratedDatabase(dataDir: string, services: readonly Migrations[]): Promise<void> {
  const made = join(inject('madeFolder'), `${keyOf(services)}.db`);
  if (!existsSync(made)) await makeMigrated(services, made);
  copyFileSync(made, join(dataDir, databaseFile));
  chmodSync(join(dataDir, databaseFile), 0o600);
}

/** Several tests may make it at once: each writes a file of its own, and puts it in place whole. */
async function makeMigrated(services: readonly Migrations[], made: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
  const db = await openDatabase({ dataDir });
  await migrate(db, schemaOf(services));
  await db.destroy();
  const path = join(dataDir, databaseFile);
  // Readers leave what was written in a file beside it.
  const sqlite = new DatabaseSync(path);
  sqlite.exec('pragma wal_checkpoint(truncate)');
  sqlite.close();
  const own = `${made}.${randomUUID()}`;
  copyFileSync(path, own);
  renameSync(own, made);
  rmSync(dataDir, { recursive: true });
}

function schemaOf(services: readonly Migrations[]): readonly Migrations[] {
  const all = [platformMigrations, ...services];
  return inject('newerSchema') ? newerSchemaOf(all) : all;
}

/** Names these tables: the same for all tests of a run that want the same. */
function keyOf(services: readonly Migrations[]): string {
  const hash = createHash('sha256').update(String(inject('newerSchema')));
  for (const { service, steps } of services) {
    hash.update(service);
    for (const [name, { up }] of Object.entries(steps)) hash.update(name).update(String(up));
  }
  return hash.digest('hex').slice(0, 32);
}

/** A database of its own on the server that the test run started. */
export const openPostgres = (services: readonly Migrations[]): Promise<TestDatabase> =>
  openReusedPostgres(keyOf(services), () => migratedPlace(services));

/** An emptied database of that kind, or a new one as `make` makes it. `dropSpares` when a file's tests are done. */
export async function openReusedPostgres(
  kind: string,
  make: () => Promise<MadeDatabase>,
): Promise<TestDatabase> {
  const spare = spareOf(kind);
  const place = spare.pop() ?? (await shaped(await make()));
  const db = await openDatabase({ url: place.url });
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      if (await emptied(place)) spare.push(place);
      else await place.drop();
    },
  };
}

type MadeDatabase = { url: string; drop(): Promise<void> };
type Place = MadeDatabase & { shape: string };

/** Databases that a test has done with, emptied: the next test of the file with the same tables takes one. */
const spares = new Map<string, Place[]>();

function spareOf(key: string): Place[] {
  const spare = spares.get(key) ?? [];
  spares.set(key, spare);
  return spare;
}

export async function dropSpareDatabases(): Promise<void> {
  const all = [...spares.values()].flatMap((spare) => spare.splice(0));
  await Promise.all(all.map(({ drop }) => drop()));
}

async function migratedPlace(services: readonly Migrations[]): Promise<MadeDatabase> {
  const template = `template_${keyOf(services)}`;
  const server = inject('postgresUrl');
  const exists = () => ask(server, `select datname as answer from pg_database where datname = '${template}'`);
  if (!(await exists()))
    await makeTemplate(server, template, services).catch(async (error: unknown) => {
      // Another worker was quicker.
      if (!(await exists())) throw error;
    });
  return createPostgresDatabase(server, template);
}

/** Under another name until it is complete. */
async function makeTemplate(server: string, name: string, services: readonly Migrations[]): Promise<void> {
  const { url } = await createPostgresDatabase(server);
  const db = await openDatabase({ url });
  await migrate(db, schemaOf(services));
  await db.destroy();
  await ask(server, `alter database ${new URL(url).pathname.slice(1)} rename to ${name}`);
}

const shaped = async (made: MadeDatabase): Promise<Place> => ({
  ...made,
  shape: await ask(made.url, shapeOfTables),
});

const shapeOfTables = `select string_agg(concat_ws(' ', c.relname, a.attname, a.atttypid), ',' order by c.oid, a.attnum)
  as answer from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`;

const deleteRows = `do $$ declare name text; begin
  for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not like '%migration%' and relname <> 'platform_lock' loop
    execute format('delete from %I', name);
  end loop;
end $$`;

/** Deletes all rows but those that tell which migrations ran; false when a test changed the tables themselves. */
const emptied = ({ url, shape }: Place): Promise<boolean> =>
  onServer(url, async (query) => {
    if ((await query(shapeOfTables)) !== shape) return false;
    await query(deleteRows);
    return true;
  });

const ask = (url: string, sql: string): Promise<string> => onServer(url, (query) => query(sql));

/** One connection for all that `work` asks; each question gives the column `answer` of its first row. */
async function onServer<T>(
  url: string,
  work: (query: (sql: string) => Promise<string>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (sql) => (await client.query<{ answer: string }>(sql)).rows[0]?.answer ?? '');
  } finally {
    await client.end();
  }
}

/** A new database on that server, empty or a copy of `template`. */
export async function createPostgresDatabase(
  serverUrl: string,
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await ask(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await ask(serverUrl, `drop database ${name} with (force)`)),
  };
}
