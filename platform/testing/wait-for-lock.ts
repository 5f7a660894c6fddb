import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely';
import { expect } from 'vitest';

const isPostgres = <Tables>(db: Kysely<Tables>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Makes the transaction fail at a row that another transaction has locked, instead of waiting, on PostgreSQL.
 */
export async function failAtLocks<Tables>(trx: Transaction<Tables>): Promise<void> {
  if (isPostgres(trx)) await sql`set local lock_timeout = '100ms'`.execute(trx);
}

/**
 * Makes PostgreSQL look for deadlocks sooner than after a second, because several of them one after another
 * would exceed the lock timeout.
 */
export async function detectDeadlocksSoon<Tables>(trx: Transaction<Tables>): Promise<void> {
  if (isPostgres(trx)) await sql`set local deadlock_timeout = '100ms'`.execute(trx);
}

/**
 * Waits until PostgreSQL blocks a statement of this database. Other tests use the same server, so statements
 * of other databases do not count. Returns immediately on SQLite, where a blocked writer cannot be observed.
 */
export async function waitForLock<Tables>(db: Kysely<Tables>): Promise<void> {
  if (!isPostgres(db)) return;
  const waiting = sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBeGreaterThan(0);
}
