import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import {
  copyTemplate,
  createPostgresDatabase,
  type OpenTestDatabase,
  onBothDatabases,
  openReusedPostgres,
} from '#platform/testing/databases.ts';
import type { CreatedDatabase } from '#platform/testing/reusable-postgres.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { allMigrations } from '../../app/storage.ts';

/** SQL that simulates the functions of Citus on plain PostgreSQL. */
export const fakeCitusSql = new URL('fake-citus.sql', import.meta.url);
const OWNER = 'site';
const distributeSql = new URL('../../deploy/citus.sql', import.meta.url);

/** Creates a database owned by a role that is not a superuser, so that permissions and row security apply. */
export async function createUnprivilegedDatabase(): Promise<CreatedDatabase> {
  const server = inject('postgresUrl');
  // Safe to create a role: this PostgreSQL server exists only for the test run.
  await runSql(
    server,
    `do $$ begin create role ${OWNER} login; exception when duplicate_object or unique_violation then null; end $$`,
  );
  return createPostgresDatabase(server, { owner: OWNER });
}

/** Creates a database with all tables of the site, distributed by deploy/citus.sql. */
export const createDistributedDatabase = (): Promise<CreatedDatabase> =>
  copyTemplate('template_distributed', () => distributeDatabase(async () => {}), OWNER);

/** Creates one, and adds rows with `seed` before the tables are distributed. */
export async function distributeDatabase(seed: (url: string) => Promise<unknown>): Promise<CreatedDatabase> {
  const database = await createUnprivilegedDatabase();
  const db = await openDatabase({ url: database.url });
  await migrate(db, allMigrations);
  await db.destroy();
  await seed(database.url);
  await runSql(database.url, await readFile(fakeCitusSql, 'utf8'));
  await runSql(database.url, await readFile(distributeSql, 'utf8'));
  return database;
}

/** Runs tests on both databases, and on PostgreSQL with distributed tables. */
export function onAllDatabases(tests: (open: OpenTestDatabase) => void): void {
  onBothDatabases([serverMigrations], tests);
  // Distributed tables have this version's schema only.
  if (inject('newerSchema')) return;
  describe('PostgreSQL with simulated Citus tables', () =>
    tests(() => openReusedPostgres('distributed', createDistributedDatabase)));
}

/** Runs SQL. Returns the rows if `sql` is one statement. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}
