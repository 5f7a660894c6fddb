import { sql } from 'kysely';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { Clock } from '../time.ts';

/** Creates a database clock that a test controls. */
export const createTestDatabaseClock =
  (clock: Clock): DatabaseClock =>
  () =>
    sql`cast(${clock()} as bigint)`;
