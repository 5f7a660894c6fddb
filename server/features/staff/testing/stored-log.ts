import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { openSqlite } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/http/recorded-change.ts';
import { pruneByOperator, verifyByOperator } from '../log-administration.ts';
import type { ChainHead } from '../log-chain.ts';
import { addLogEntry } from '../log-repository.ts';
import { changeAsOperator } from '../operator-log.ts';

export const logKey = new Uint8Array(32).fill(7);
export const services = [platformMigrations, serverMigrations];
export const noon = Date.UTC(2026, 10, 25, 12);

export type Database = Awaited<ReturnType<typeof openSqlite>>['db'];
export const tablesOf = (db: Database) => db.withTables<Tables>();

/** Adds a row to the site's chain, or to that of a center, and returns its head. */
export const addRow = (
  db: Database,
  at: number,
  { centerId, people = ['karim'] }: { centerId?: string; people?: string[] } = {},
): Promise<ChainHead> =>
  inTransaction(tablesOf(db), (trx) =>
    addLogEntry(trx, logKey, {
      ...{ at, role: 'owner', actor: 'rahima', action: `action at ${at}`, people },
      ...(centerId && { centerId }),
    }),
  );
export const verify = (db: Database, heads: readonly ChainHead[] = []) =>
  verifyByOperator(db, { logKey, heads });
export const prune = (db: Database, daysKept: string | undefined, now = noon) => {
  const clock = () => now;
  const change: RecordedChange = (work) => changeAsOperator(db, { clock, logKey, onHead: () => {} }, work);
  return pruneByOperator({ db: tablesOf(db), change, clock, logKey }, daysKept);
};

/** A seeded generator (mulberry32), so that a failure can be repeated. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
