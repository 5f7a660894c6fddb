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

/** Its functions, on a database that is no Citus. */
export const fakeCitusSql = new URL('fake-citus.sql', import.meta.url);
const spreading = new URL('../../deploy/citus.sql', import.meta.url);

/** A database that the site comes to as its owner, no superuser: what it is refused there, it is refused. */
export async function createOwnDatabase() {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // The server is the test run's own, and so is its user.
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

/** Every table of the site, those that grow spread by deploy/citus.sql as on Citus. `before`: fills it meanwhile. */
export async function createDistributedDatabase(before?: (url: string) => Promise<unknown>) {
  const database = await createOwnDatabase();
  const db = await openDatabase({ url: database.url });
  await migrate(db, allMigrations);
  await db.destroy();
  await before?.(database.url);
  await runSql(database.url, await readFile(fakeCitusSql, 'utf8'));
  await runSql(database.url, await readFile(spreading, 'utf8'));
  return database;
}

/** As `onBothDatabases` with the server's tables, and once more where they are spread. */
export function onAllDatabases(tests: (open: OpenTestDatabase) => void): void {
  onBothDatabases([serverMigrations], tests);
  describe('spread as on Citus', () => {
    afterAll(dropSpareDatabases);
    tests(() => openReusedPostgres('spread', () => createDistributedDatabase()));
  });
}

/** Statements as they stand; the rows of a single one. */
export async function runSql(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}
