import { days, hours } from '#platform/time.ts';
import { type Finding, ok, problem } from '../checks/finding.ts';
import type { Config } from '../config/config.ts';
import { findLastBackup } from './backup-folder.ts';

/** The oldest that a backup may be if an owner makes them by hand. */
const MAX_AGE_MS = days(7);

/**
 * Says how old the newest backup is. One is too old after twice BACKUP_EVERY.
 * @param failure why the last attempt failed
 */
export async function describeLastBackup(
  { backupDir, backupEveryMs }: Pick<Config, 'backupDir' | 'backupEveryMs'>,
  now: number,
  failure?: string,
): Promise<Finding | undefined> {
  if (!backupDir) return undefined;
  const madeAt = await findLastBackup(backupDir, now);
  const maxAge = backupEveryMs === undefined ? MAX_AGE_MS : 2 * backupEveryMs;
  const found =
    madeAt === undefined ? 'there is no backup yet' : `the last backup is ${formatAge(now - madeAt)} old`;
  if (failure === undefined && madeAt !== undefined && now - madeAt <= maxAge) return ok(found);
  const fix = backupEveryMs
    ? 'Read the log, and run `npm run cli -- backup` to see the reason.'
    : 'Set BACKUP_EVERY=1d, or make one: npm run cli -- backup';
  return problem(failure === undefined ? found : `${found}: ${failure}`, fix);
}

function formatAge(ms: number): string {
  const [count, unit] = ms >= days(2) ? [ms / days(1), 'days'] : [ms / hours(1), 'hours'];
  return `${Math.floor(count)} ${unit}`;
}
