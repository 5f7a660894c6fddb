import { inTransaction } from '#platform/database/transaction.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import type { RecordedChange, RecordedEntry } from '#server/http/recorded-change.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { appendEntries, type LogEntry } from './log-repository.ts';

export { listEntriesAbout, type Restored } from './log-repository.ts';
export { erasePerson, transferEntries } from './person-keys-repository.ts';

export type StaffLogDeps = Pick<Core, 'db' | 'clock' | 'logKey'>;

/** Who acts. Somebody who joins has no shift yet. */
type Actor = Pick<StaffMember, 'userId' | 'role'> & { shift?: Pick<StaffMember['shift'], 'device'> };
type Change<Result> = (
  trx: Trx,
  record: (entry: RecordedEntry & Partial<Pick<LogEntry, 'role' | 'restored'>>) => Promise<void>,
) => Promise<Result>;

/** Runs a change by staff in a transaction, together with the log entries that it records. */
export const withStaffLog = <Result>(
  deps: StaffLogDeps,
  { userId, role, shift }: Actor,
  change: Change<Result>,
): Promise<Result> =>
  withLog(deps, { role, actor: userId, ...(shift?.device && { device: shift.device }) }, change);

/** Returns how a member of staff makes changes that the command line can make, too. */
export const changeBy =
  (deps: StaffLogDeps, by: StaffMember): RecordedChange =>
  (change) =>
    withStaffLog(deps, by, change);

/** Runs a change by the command line in a transaction, together with the log entries that it records. */
export const withOperatorLog = <Result>(deps: StaffLogDeps, change: Change<Result>): Promise<Result> =>
  withLog(deps, { role: 'operator' }, change);

function withLog<Result>(
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
