import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { type Migrations, migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { platformMigrations } from '../schema/migrations.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL server that the test run started. */
    postgresUrl: string;
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
  describe('on PostgreSQL', () => tests(() => openPostgres(services)));
}

/** An embedded database in a folder of its own. */
export async function openSqlite(services: readonly Migrations[]): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
  const db = await openDatabase({ dataDir });
  await migrate(db, [platformMigrations, ...services]);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** A database of its own on the server that the test run started. */
export async function openPostgres(services: readonly Migrations[]): Promise<TestDatabase> {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const db = await openDatabase({ url });
  await migrate(db, [platformMigrations, ...services]);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await drop();
    },
  };
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
