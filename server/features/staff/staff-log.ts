import { inTransaction } from '#platform/database/transaction.ts';
import type { Clock } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { type ChainHead, formatHead } from './log-chain.ts';
import { addLogEntry, type LogEntry } from './log-repository.ts';

export type StaffLogDeps = {
  db: Db;
  clock: Clock;
  logKey: Uint8Array;
  /** Publishes the heads of the chains that a change added to outside the database: the site's own log. */
  onHead: (heads: string) => void;
};

/** Who acts. Somebody who joins has no shift yet. */
type Actor = Pick<StaffMember, 'userId' | 'role'> & { shift?: Pick<StaffMember['shift'], 'device'> };
type RecordEntry = (
  entry: Pick<LogEntry, 'action' | 'people' | 'centerId'> & Partial<Pick<LogEntry, 'role'>>,
) => Promise<void>;

/**
 * Runs a change by staff in a transaction, together with the log entries that it records. Publishes the heads of their
 * chains after the commit.
 */
export async function changeAsStaff<Result>(
  { db, clock, logKey, onHead }: StaffLogDeps,
  { userId, role, shift }: Actor,
  change: (trx: Trx, record: RecordEntry) => Promise<Result>,
): Promise<Result> {
  const { result, heads } = await inTransaction(db, async (trx) => {
    const heads: ChainHead[] = [];
    const by = { at: clock(), role, actor: userId, ...(shift?.device && { device: shift.device }) };
    const result = await change(trx, async (entry) => {
      heads.push(await addLogEntry(trx, logKey, { ...by, ...entry }));
    });
    return { result, heads };
  });
  const newest = new Map(heads.map((head) => [head.chain, formatHead(head)]));
  if (newest.size > 0) onHead([...newest.values()].join(' '));
  return result;
}
