import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';

/** What PostgreSQL gives up of itself, to be tried again: a serialization failure, a deadlock. SQLite knows neither. */
const givenUp = ['40001', '40P01'];
const TRIES = 5;
const SHORT_MS = 10;

/**
 * As `db.transaction().execute(work)`, but tried again, up to five times, when the database itself gave it up: two
 * transactions waited for each other. `work` may therefore run several times, and does nothing but use `trx`.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tried === TRIES || !isGivenUp(error)) throw error;
      // Not in step with whom it met: else they would meet again.
      await pause(Math.random() * SHORT_MS * 2 ** tried);
    }
  }
}

const isGivenUp = (error: unknown): boolean =>
  givenUp.includes((error as { code?: string } | undefined)?.code ?? '');
