import { sql } from 'kysely';
import { databaseClock } from '#platform/database/database-clock.ts';
import { tableNames } from '#platform/database/migrate.ts';
import type { Database } from '#platform/database/open.ts';

/** Returns the time of the database in ms. */
export async function readDatabaseTime(db: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseClock(db)()} as now`.execute(db);
  return Number(rows[0]?.now);
}

/** Returns the role on PostgreSQL, and a table that it may not read or add rows to. */
export async function findForbiddenTable(db: Database): Promise<{ role: string; table: string | null }> {
  const { rows } = await sql<{ role: string; table: string | null }>`
    select current_user as role, (
      select min(c.relname) from pg_class c
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
        and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))
    ) as "table"`.execute(db);
  return rows[0] ?? { role: '', table: null };
}

/** Returns the time zones of the centers. */
export async function listTimeZones(db: Database): Promise<string[]> {
  if (!(await tableNames(db)).has('centers')) return [];
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from centers`.execute(db);
  return rows.map(({ zone }) => zone);
}
