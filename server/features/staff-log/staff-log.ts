import { inTransaction } from '#platform/database/transaction.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import type { NewLogEntry, WithStaffLog } from '#server/http/with-staff-log.ts';
import { appendEntries, type LogEntry } from './log-repository.ts';

export { listEntriesAbout, listEntriesBy, type Restored } from './log-repository.ts';
export { erasePerson, transferEntries } from './person-keys-repository.ts';

export type StaffLogDeps = Pick<Core, 'db' | 'clock' | 'logKey'>;

/** The person who acts. A person who is joining has no shift yet. */
type Actor = Pick<StaffMember, 'userId' | 'role'> & { shift?: Pick<StaffMember['shift'], 'device'> };
type Run<Result> = (
  trx: Trx,
  log: (entry: NewLogEntry & Partial<Pick<LogEntry, 'role' | 'restored'>>) => Promise<void>,
) => Promise<Result>;

/** Runs a function in a transaction, and adds the entries that it logs to the staff log. */
export const withStaffLog = <Result>(
  deps: StaffLogDeps,
  { userId, role, shift }: Actor,
  run: Run<Result>,
): Promise<Result> =>
  withLog(deps, { role, actor: userId, ...(shift?.device && { device: shift.device }) }, run);

/** Binds `withStaffLog` to a staff member, for rules that the command line calls with `withOperatorLog`. */
export const bindStaffLog =
  (deps: StaffLogDeps, by: StaffMember): WithStaffLog =>
  (run) =>
    withStaffLog(deps, by, run);

/** Like `withStaffLog`, for the command line. */
export const withOperatorLog = <Result>(deps: StaffLogDeps, run: Run<Result>): Promise<Result> =>
  withLog(deps, { role: 'operator' }, run);

function withLog<Result>(
  { db, clock, logKey }: StaffLogDeps,
  by: Pick<LogEntry, 'role' | 'actor' | 'device'>,
  run: Run<Result>,
): Promise<Result> {
  return inTransaction(db, async (trx) => {
    const entries: LogEntry[] = [];
    const at = clock();
    const result = await run(trx, async (entry) => void entries.push({ at, ...by, ...entry }));
    await appendEntries(trx, logKey, entries);
    return result;
  });
}
