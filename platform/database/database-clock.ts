import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * The current time in ms since 1970 by the clock of the database, as part of a statement. Leases use it: servers whose
 * own clocks differ, and a server that was suspended, read the same time.
 */
export type DatabaseClock = () => RawBuilder<number>;

export function databaseClock<Tables>(db: Kysely<Tables>): DatabaseClock {
  // statement_timestamp() is stable within a statement, so PostgreSQL can compare it with an index.
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? () => sql`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : () => sql`cast(unixepoch('subsec') * 1000 as integer)`;
}
