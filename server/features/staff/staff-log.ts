import { inTransaction } from '#platform/database/transaction.ts';
import type { Clock } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { RecordedEntry } from '#server/http/recorded-change.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { appendEntries, type LogEntry, type Restored } from './log-repository.ts';
import { removeOwnerLink } from './owner-link-repository.ts';

export type StaffLogDeps = { db: Db; clock: Clock; logKey: Uint8Array };

/** Who acts. Somebody who joins has no shift yet. */
type Actor = Pick<StaffMember, 'userId' | 'role'> & { shift?: Pick<StaffMember['shift'], 'device'> };
type Change<Result> = (
  trx: Trx,
  record: (entry: RecordedEntry & Partial<Pick<LogEntry, 'role' | 'restored'>>) => Promise<void>,
) => Promise<Result>;

/** Runs a change by staff in a transaction, together with the log entries that it records. */
export const changeAsStaff = <Result>(
  deps: StaffLogDeps,
  { userId, role, shift }: Actor,
  change: Change<Result>,
): Promise<Result> =>
  changeAs(deps, { role, actor: userId, ...(shift?.device && { device: shift.device }) }, change);

/** Runs a change by the command line in a transaction, together with the log entries that it records. */
export const changeAsOperator = <Result>(deps: StaffLogDeps, change: Change<Result>): Promise<Result> =>
  changeAs(deps, { role: 'operator' }, change);

function changeAs<Result>(
  { db, clock, logKey }: StaffLogDeps,
  by: Pick<LogEntry, 'role' | 'actor' | 'device'>,
  change: Change<Result>,
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    const entries: LogEntry[] = [];
    const at = clock();
    const result = await change(trx, async (entry) => void entries.push({ at, ...by, ...entry }));
    await appendEntries(trx, logKey, entries);
    return result;
  });
}

/** Records that the data was restored or copied: rows that were added after the backup are lost. */
export const recordRestore = (deps: StaffLogDeps, restored: Restored): Promise<void> =>
  changeAsOperator(deps, async (trx, record) => {
    // A link that was used after the backup must not work again.
    await removeOwnerLink(trx);
    await record({ action: 'restore', people: [], restored });
  });
