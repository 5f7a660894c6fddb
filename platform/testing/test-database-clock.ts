import { sql } from 'kysely';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { Clock } from '../time.ts';

/** Returns a database clock that a test controls. */
export const testDatabaseClock =
  (clock: Clock): DatabaseClock =>
  () =>
    sql`cast(${clock()} as bigint)`;
