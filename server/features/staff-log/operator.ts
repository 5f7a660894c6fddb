import type { Database } from '#platform/database/open.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import type { Tables } from '#server/db/tables.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { formatHead, type LogHead } from './log-chain.ts';
import { findNewestRow } from './log-repository.ts';
import { DEFAULT_LOG_DAYS, pruneLog, type RetentionCore } from './log-retention.ts';
import { BrokenLogError, verifyLog } from './log-verification.ts';

const MIN_DAYS = 30;

/**
 * Verifies the log and describes it, with its newest head. @throws SetupError that names the first broken row
 */
export async function verifyByOperator(
  database: Database,
  options: { logKey: Uint8Array; heads: readonly LogHead[] },
): Promise<string> {
  const db = database.withTables<Tables>();
  const { count, restores, lost } = await verifyLog(db, options).catch(toSetupError);
  const newest = await findNewestRow(db);
  return [
    `The log is whole: ${count} rows.`,
    ...restores.map(({ at, reason, seq }) => `Row ${seq} of ${new Date(at).toISOString()}: ${reason}.`),
    ...(lost > 0 ? [`Heads of rows that these restores lost: ${lost}.`] : []),
    ...(newest ? [`Newest head: ${formatHead(newest)}`] : []),
  ].join('\n');
}

/**
 * Deletes rows that are older than `daysKept`, by default three years.
 * @throws SetupError if the log is broken, for an invalid number, or if the database role may not delete rows
 */
export async function pruneByOperator(
  core: RetentionCore,
  withStaffLog: WithStaffLog,
  daysKept: string | undefined,
): Promise<string> {
  const days = Number(daysKept ?? DEFAULT_LOG_DAYS);
  if (!Number.isInteger(days) || days < MIN_DAYS)
    throw new SetupError(`Use a whole number of days, at least ${MIN_DAYS}.`);
  const count = await pruneLog(core, withStaffLog, days).catch(toSetupError);
  return count === 0 ? `No row is older than ${days} days.` : `${count} rows deleted.`;
}

function toSetupError(error: unknown): never {
  if (error instanceof BrokenLogError) throw new SetupError(error.message, { cause: error });
  if (!(error instanceof AppError && error.code === 'log-protected')) throw error;
  throw new SetupError(
    'The role in DATABASE_URL may not delete rows of the log. Use the DATABASE_URL of the role that owns the tables.',
    { cause: error },
  );
}
