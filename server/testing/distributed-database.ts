import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import {
  dropSpareDatabases,
  type OpenTestDatabase,
  onBothDatabases,
  openReusedPostgres,
} from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { allMigrations } from '../../app/storage.ts';

/** SQL that simulates the functions of Citus on plain PostgreSQL. */
export const fakeCitusSql = new URL('fake-citus.sql', import.meta.url);
const distributeSql = new URL('../../deploy/citus.sql', import.meta.url);

/** Creates a database owned by a role that is not a superuser, so that permissions and row security apply. */
export async function createUnprivilegedDatabase() {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Safe to create a role: this PostgreSQL server exists only for the test run.
  await runSql(
    server,
    `do $$ begin create role site login; exception when duplicate_object or unique_violation then null; end $$`,
  );
  await runSql(server, `create database ${name} owner site`);
  const url = new URL(server);
  url.username = 'site';
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await runSql(server, `drop database ${name} with (force)`)),
  };
}

/**
 * Creates a database with all tables of the site, distributed by deploy/citus.sql.
 * @param seed adds rows before the tables are distributed
 */
export async function createDistributedDatabase(seed?: (url: string) => Promise<unknown>) {
  const database = await createUnprivilegedDatabase();
  const db = await openDatabase({ url: database.url });
  await migrate(db, allMigrations);
  await db.destroy();
  await seed?.(database.url);
  await runSql(database.url, await readFile(fakeCitusSql, 'utf8'));
  await runSql(database.url, await readFile(distributeSql, 'utf8'));
  return database;
}

/** Runs tests on both databases, and on PostgreSQL with distributed tables. */
export function onAllDatabases(tests: (open: OpenTestDatabase) => void): void {
  onBothDatabases([serverMigrations], tests);
  describe('PostgreSQL with simulated Citus tables', () => {
    afterAll(dropSpareDatabases);
    tests(() => openReusedPostgres('distributed', () => createDistributedDatabase()));
  });
}

/** Runs SQL. Returns the rows if `sql` is one statement. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}
