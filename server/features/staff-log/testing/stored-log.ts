import { platformMigrations } from '#platform/database/schema/migrations.ts';
import type { openSqlite } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { recordRestore } from '#server/features/site-administration/restore.ts';
import type { LogHead } from '../log-chain.ts';
import { findNewestRow, type Restored } from '../log-repository.ts';
import { pruneByOperator, verifyByOperator } from '../operator.ts';
import { withOperatorLog, withStaffLog } from '../staff-log.ts';

export const logKey = new Uint8Array(32).fill(7);
export const services = [platformMigrations, serverMigrations];
export const noon = Date.UTC(2026, 10, 25, 12);

export type Database = Awaited<ReturnType<typeof openSqlite>>['db'];
export const tablesOf = (db: Database) => db.withTables<Tables>();
const depsAt = (db: Database, now: number) => ({ db: tablesOf(db), clock: () => now, logKey });

/** Adds a row. */
export const record = (db: Database, at: number, people: string[] = ['karim']): Promise<void> =>
  withStaffLog(depsAt(db, at), { userId: 'rahima', role: 'owner' }, (_, log) =>
    log({ action: `message ${at}`, people }),
  );

/** Adds a row, and returns its head. Nothing else may add rows at the same time. */
export async function addRow(db: Database, at: number, people?: string[]): Promise<LogHead> {
  await record(db, at, people);
  return (await findNewestRow(tablesOf(db))) as LogHead;
}

export const restore = (db: Database, now: number, restored: Restored): Promise<void> =>
  recordRestore(depsAt(db, now), restored);

/** Returns what the command line prints, without the newest head. */
export const verify = async (db: Database, heads: readonly LogHead[] = []): Promise<string> =>
  (await verifyByOperator(db, { logKey, heads })).replace(/\nNewest head: .*/, '');

export const prune = (db: Database, daysKept: string | undefined, now = noon) => {
  const deps = depsAt(db, now);
  return pruneByOperator(deps, (run) => withOperatorLog(deps, run), daysKept);
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
