import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job } from '#platform/job.ts';
import { createChildPool, startChild } from '#platform/jobs/child-pool.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import { type Clock, hours, minutes } from '#platform/time.ts';
import type { Backups } from '#server/integrations/backups.ts';
import type { Finding } from '../checks/finding.ts';
import type { Config } from '../config/config.ts';
import {
  findLastBackup,
  listBackups,
  removeOldest,
  removeUnfinished,
  toBackupName,
} from './backup-folder.ts';
import type { BackupJob, BackupResult } from './backup-worker.ts';
import { describeLastBackup } from './last-backup.ts';
import { toSiteFiles } from './site-backup.ts';

const MAX_LISTED = 100;
const TIMEOUT_MS = hours(6);
/** A backup that failed is repeated after this time, because each attempt copies everything. */
const RETRY_MS = hours(1);

const childEntry = fileURLToPath(new URL('./backup-worker.ts', import.meta.url));

export type SiteBackups = Backups & {
  jobs: Job[];
  /** Says how old the last backup is, or undefined without BACKUP_DIR. */
  check: () => Promise<Finding | undefined>;
};
type Deps = {
  clock: Clock;
  log: Log;
  metrics: MetricsRegistry;
  /** Called after each attempt. */
  onEnd?: () => void;
};

/** Creates backups of this site in BACKUP_DIR, one at a time, in a child process. */
export function createBackups(config: Config, { clock, log, metrics, onEnd }: Deps): SiteBackups {
  const { backupDir, databaseUrl, backupEveryMs, backupKeep } = config;
  const pool = createChildPool<BackupJob, BackupResult>({
    start: () => startChild(childEntry),
    timeoutMs: TIMEOUT_MS,
  });
  let isRunning = false;
  let failure: string | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function backUp(folder: string): Promise<void> {
    // Another server on the database may be making a backup in the same folder.
    await removeUnfinished(folder, databaseUrl ? clock() - TIMEOUT_MS : Number.POSITIVE_INFINITY);
    const name = toBackupName(clock());
    const { failed } = await pool.perform({ ...toSiteFiles(config), to: join(folder, name) });
    if (failed) throw new Error(failed);
    log.info({ backup: name }, 'backup finished');
  }

  async function run(folder: string): Promise<void> {
    try {
      await backUp(folder);
      failure = undefined;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      failedAt = clock();
      log.error({ err: error }, 'backup failed');
    }
    isRunning = false;
    onEnd?.();
  }

  async function isDue(folder: string, everyMs: number): Promise<boolean> {
    const now = clock();
    if (failure !== undefined && Math.abs(now - failedAt) < RETRY_MS) return false;
    const last = await findLastBackup(folder, now);
    return last === undefined || now - last >= everyMs;
  }

  /** A failed backup is not counted, so it does not cause an older one to be deleted. */
  async function runIfDue(folder: string, everyMs: number): Promise<void> {
    if (isRunning || !(await isDue(folder, everyMs))) return;
    isRunning = true;
    await run(folder);
    await removeOldest(folder, backupKeep);
  }

  if (backupDir)
    metrics.gauge(
      'backup_age_seconds',
      'Age of the newest backup in BACKUP_DIR.',
      async () => {
        const now = clock();
        const last = await findLastBackup(backupDir, now);
        return last === undefined ? [] : (now - last) / 1000;
      },
      'site',
    );

  return {
    state: backupDir ? 'ready' : databaseUrl ? 'postgresql' : 'no-folder',
    list: async () => (backupDir ? (await listBackups(backupDir)).slice(0, MAX_LISTED) : []),
    isRunning: () => isRunning,
    failure: () => failure,
    check: async () => (isRunning ? undefined : describeLastBackup(config, clock(), failure)),
    async start(log) {
      if (!backupDir || isRunning) return false;
      isRunning = true;
      try {
        await log();
      } catch (error) {
        isRunning = false;
        throw error;
      }
      failure = undefined;
      void run(backupDir);
      return true;
    },
    jobs:
      backupDir && backupEveryMs
        ? [
            {
              name: 'make-backup',
              singleton: true,
              everyMs: minutes(1),
              run: () => runIfDue(backupDir, backupEveryMs),
              cancel: pool.close,
            },
          ]
        : [],
  };
}
