import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { type Migrations, migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { platformMigrations } from '../database/schema/migrations.ts';
import { createSqliteDialect } from '../database/sqlite.ts';
import { databaseFile } from '../files/data-folder.ts';
import { startInlineWriter } from './inline-writer.ts';
import { type CreatedDatabase, openReusablePostgres, type ReusablePostgres } from './reusable-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the PostgreSQL server of the test run. */
    postgresUrl: string;
    /** A folder of the test run, where migrated SQLite files are cached. */
    databaseFolder: string;
  }
}

export type TestDatabase = { db: Database; [Symbol.asyncDispose](): Promise<void> };
export type OpenTestDatabase = () => Promise<TestDatabase>;

/**
 * Runs the tests on SQLite and on PostgreSQL. In them, `await using test = await open()` opens an empty,
 * migrated database.
 */
export function onBothDatabases(
  services: readonly Migrations[],
  tests: (open: OpenTestDatabase) => void,
): void {
  describe('on SQLite', () => tests(() => openSqlite(services)));
  describe('on PostgreSQL', () => tests(() => openPostgres(services)));
}

/** Opens a SQLite database in a temporary folder, with a writer on the same thread. */
export const openSqlite = (services: readonly Migrations[]): Promise<TestDatabase> =>
  openEmbedded(services, async (dataDir) => {
    const dialect = await createSqliteDialect(join(dataDir, databaseFile), undefined, startInlineWriter);
    return new Kysely({ dialect });
  });

/** Opens a SQLite database as the site does, with a writer thread. */
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

/**
 * Copies an empty, migrated database into a data folder. The first test that needs these migrations creates
 * that database.
 */
export async function copyMigratedDatabase(dataDir: string, services: readonly Migrations[]): Promise<void> {
  const cachedFile = join(inject('databaseFolder'), `${keyOf(services)}.db`);
  if (!existsSync(cachedFile)) await createMigratedFile(services, cachedFile);
  copyFileSync(cachedFile, join(dataDir, databaseFile));
  chmodSync(join(dataDir, databaseFile), 0o600);
}

/**
 * Creates the file under a temporary name and renames it, because several tests may create it at the same
 * time.
 */
async function createMigratedFile(services: readonly Migrations[], cachedFile: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
  const db = await openDatabase({ dataDir });
  await migrate(db, [platformMigrations, ...services]);
  await db.destroy();
  const path = join(dataDir, databaseFile);
  const temporaryFile = `${cachedFile}.${randomUUID()}`;
  copyFileSync(path, temporaryFile);
  renameSync(temporaryFile, cachedFile);
  rmSync(dataDir, { recursive: true });
}

/** Returns a hash of the migrations, under which tests share databases. */
function keyOf(services: readonly Migrations[]): string {
  const hash = createHash('sha256');
  for (const { service, steps } of services) {
    hash.update(service);
    for (const [name, { up }] of Object.entries(steps)) hash.update(name).update(String(up));
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * Opens a separate database on the PostgreSQL server of the test run. Reuses an emptied database or creates
 * one.
 */
export async function openPostgres(services: readonly Migrations[]): Promise<TestDatabase> {
  const available = poolOf(keyOf(services));
  const database = available.pop() ?? (await openReusablePostgres(await createMigratedPostgres(services)));
  const db = database.open();
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      if (await database.deleteAllRows()) available.push(database);
      else await database.drop();
    },
  };
}

/** Emptied databases, keyed by the hash of their migrations. The next tests of the file reuse them. */
const spares = new Map<string, ReusablePostgres[]>();

function poolOf(key: string): ReusablePostgres[] {
  const available = spares.get(key) ?? [];
  spares.set(key, available);
  return available;
}

/** Closes and deletes the pooled databases. */
export async function dropPooledDatabases(): Promise<void> {
  const all = [...spares.values()].flat();
  spares.clear();
  await Promise.all(all.map((database) => database.drop()));
}

const createMigratedPostgres = (services: readonly Migrations[]): Promise<CreatedDatabase> =>
  copyTemplate(`template_${keyOf(services)}`, async () => {
    const database = await createPostgresDatabase(inject('postgresUrl'));
    const db = await openDatabase(database);
    await migrate(db, [platformMigrations, ...services]);
    await db.destroy();
    return database;
  });

/**
 * Copies the database `template` of the test run. The first test that needs the template creates it, under
 * another name until it is complete.
 */
async function copyTemplate(
  template: string,
  make: () => Promise<CreatedDatabase>,
): Promise<CreatedDatabase> {
  const server = inject('postgresUrl');
  const exists = () =>
    queryValue(server, `select datname as answer from pg_database where datname = '${template}'`);
  if (!(await exists())) {
    const { url } = await make();
    const rename = `alter database ${new URL(url).pathname.slice(1)} rename to ${template}`;
    await queryValue(server, rename).catch(async (error: unknown) => {
      // Another worker may have created the template in the meantime.
      if (!(await exists())) throw error;
    });
  }
  return createPostgresDatabase(server, { template });
}

/** Runs a query on its own connection. Returns the column `answer` of its first row. */
async function queryValue(url: string, query: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ answer: string }>(query)).rows[0]?.answer ?? '';
  } finally {
    await client.end();
  }
}

/** Creates a database on that server, empty or as a copy of `template`. */
export async function createPostgresDatabase(
  serverUrl: string,
  { template = 'template1' } = {},
): Promise<CreatedDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await queryValue(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await queryValue(serverUrl, `drop database ${name} with (force)`)),
  };
}
