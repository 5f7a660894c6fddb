import { AppError } from '#platform/errors.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { deleteRowsBefore } from './log-repository.ts';
import { verifyLog } from './log-verification.ts';

/** How long the log is kept by default, in days. */
export const DEFAULT_LOG_DAYS = 3 * 365;

const INSUFFICIENT_PRIVILEGE = '42501';

export type RetentionCore = Pick<Core, 'db' | 'clock' | 'logKey'>;

/**
 * Deletes the rows that precede the first one of the last `daysKept` days, and adds a row that records where
 * the log now begins. Returns the number of deleted rows.
 * @throws BrokenLogError, AppError log-protected (409: the database role may not delete rows)
 */
export async function pruneLog(
  { db, clock, logKey }: RetentionCore,
  withStaffLog: WithStaffLog,
  daysKept: number = DEFAULT_LOG_DAYS,
): Promise<number> {
  // Deleting rows of a broken log would hide where it is broken.
  await verifyLog(db, { logKey, heads: [] });
  const before = clock() - days(daysKept);
  try {
    return await withStaffLog(async (trx, log) => {
      const { count = 0, seq = 0, mac = '' } = (await deleteRowsBefore(trx, before)) ?? {};
      if (count > 0) await log({ action: 'prune log', people: [], pruned: { seq, mac, before } });
      return count;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new AppError('log-protected', { cause: error });
  }
}
