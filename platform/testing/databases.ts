import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { type Migrations, migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { sqliteDialect } from '../database/sqlite.ts';
import { databaseFile } from '../database/sqlite-snapshot.ts';
import { platformMigrations } from '../schema/migrations.ts';
import { startInlineWriter } from './inline-writer.ts';
import { newerSchemaOf } from './newer-schema.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server that the test run started. */
    postgresUrl: string;
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
    afterAll(dropSpares);
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
  await putMigrated(dataDir, services);
  const db = await open(dataDir);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      rmSync(dataDir, { recursive: true });
    },
  };
}

const migratedFiles = new Map<string, Promise<Buffer>>();

/** Puts an empty, migrated database into a data folder: migrating once for all tests of a file spares much time. */
export async function putMigrated(dataDir: string, services: readonly Migrations[]): Promise<void> {
  const key = keyOf(services);
  const made = migratedFiles.get(key) ?? makeMigrated(services);
  migratedFiles.set(key, made);
  writeFileSync(join(dataDir, databaseFile), await made, { mode: 0o600 });
}

async function makeMigrated(services: readonly Migrations[]): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
  const db = await openDatabase({ dataDir });
  await migrate(db, schemaOf(services));
  await db.destroy();
  const path = join(dataDir, databaseFile);
  // Readers leave what was written in a file beside it.
  const sqlite = new DatabaseSync(path);
  sqlite.exec('pragma wal_checkpoint(truncate)');
  sqlite.close();
  const file = readFileSync(path);
  rmSync(dataDir, { recursive: true });
  return file;
}

function schemaOf(services: readonly Migrations[]): readonly Migrations[] {
  const all = [platformMigrations, ...services];
  return inject('newerSchema') ? newerSchemaOf(all) : all;
}

const keys = new WeakMap<Migrations, string>();

function keyOf(services: readonly Migrations[]): string {
  for (const service of services) if (!keys.has(service)) keys.set(service, randomUUID());
  return services.map((service) => keys.get(service)).join();
}

/** A database of its own on the server that the test run started. */
export const openPostgres = (services: readonly Migrations[]): Promise<TestDatabase> =>
  openReused(keyOf(services), () => migratedPlace(services));

/** An emptied database of that kind, or a new one as `make` makes it. `dropSpares` when a file's tests are done. */
export async function openReused(kind: string, make: () => Promise<MadeDatabase>): Promise<TestDatabase> {
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

export async function dropSpares(): Promise<void> {
  const all = [...spares.values()].flatMap((spare) => spare.splice(0));
  await Promise.all(all.map(({ drop }) => drop()));
}

async function migratedPlace(services: readonly Migrations[]): Promise<MadeDatabase> {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const db = await openDatabase({ url });
  await migrate(db, schemaOf(services));
  await db.destroy();
  return { url, drop };
}

const shaped = async (made: MadeDatabase): Promise<Place> => ({
  ...made,
  shape: await ask(made.url, shapeOfTables),
});

const shapeOfTables = `select string_agg(concat_ws(' ', c.relname, a.attname, a.atttypid), ',' order by c.oid, a.attnum)
  as answer from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`;

/** Deletes all rows but those that tell which migrations ran; false when a test changed the tables themselves. */
async function emptied({ url, shape }: Place): Promise<boolean> {
  if ((await ask(url, shapeOfTables)) !== shape) return false;
  await ask(
    url,
    `do $$ declare name text; begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname not like '%migration%' and relname <> 'platform_lock' loop
        execute format('delete from %I', name);
      end loop;
    end $$`,
  );
  return true;
}

async function ask(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ answer: string }>(sql);
  await client.end();
  return rows[0]?.answer ?? '';
}

/** A new empty database on that server, for tests that open it themselves. */
export async function createPostgresDatabase(
  serverUrl: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
