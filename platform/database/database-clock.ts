import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * Returns SQL for the database's current time in ms since 1970. Leases use it, because the clocks of servers
 * differ and a server may have been suspended.
 */
export type DatabaseClock = () => RawBuilder<number>;

export function databaseClock<Tables>(db: Kysely<Tables>): DatabaseClock {
  // statement_timestamp() is stable within a statement, so PostgreSQL can use an index to compare times with
  // it.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? () => sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : () => sql`cast(unixepoch('subsec') * 1000 as integer)`;
}
