import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createChildPool, startChild } from '#platform/jobs/child-pool.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Clock, hours } from '#platform/time.ts';
import type { Backup, Backups } from '#server/integrations/backups.ts';
import type { Config } from '../config/config.ts';
import type { BackupJob, BackupResult } from './backup-worker.ts';

const MAX_LISTED = 100;

/** Matches the names of backups that an owner started, such as `2026-11-25T10-30-00Z`. */
const NAME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

const childEntry = fileURLToPath(new URL('./backup-worker.ts', import.meta.url));

/** Creates backups of this site in BACKUP_DIR, one at a time, in a child process. */
export function createBackups(
  { dataDir, backupDir, databaseUrl, s3 }: Pick<Config, 'dataDir' | 'backupDir' | 'databaseUrl' | 's3'>,
  { clock, log }: { clock: Clock; log: Log },
): Backups {
  const pool = createChildPool<BackupJob, BackupResult>({
    start: () => startChild(childEntry),
    timeoutMs: hours(6),
  });
  let isRunning = false;
  let failure: string | undefined;

  async function backUp(folder: string): Promise<void> {
    await removeUnfinished(folder);
    const name = `${new Date(clock()).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
    const { failed } = await pool.perform({ dataDir, hasBucket: s3 !== undefined, to: join(folder, name) });
    if (failed) throw new Error(failed);
    log.info({ backup: name }, 'backup finished');
  }

  async function run(folder: string): Promise<void> {
    failure = undefined;
    try {
      await backUp(folder);
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'backup failed');
    }
    isRunning = false;
  }

  return {
    state: databaseUrl ? 'postgresql' : backupDir ? 'ready' : 'no-folder',
    list: async () => (backupDir ? listBackups(backupDir) : []),
    isRunning: () => isRunning,
    failure: () => failure,
    async start(log) {
      if (!backupDir || isRunning) return false;
      isRunning = true;
      try {
        await log();
      } catch (error) {
        isRunning = false;
        throw error;
      }
      void run(backupDir);
      return true;
    },
  };
}

/** Deletes this site's interrupted backups. Keeps those of the command line, whose names differ. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith('.unfinished') && NAME_PATTERN.test(name.slice(0, -'.unfinished'.length)))
      await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * Returns the newest backups, including those that the command line made. A backup is a folder with a
 * manifest.
 */
async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names
      .filter((name) => !name.endsWith('.unfinished'))
      .map(async (name): Promise<Backup | undefined> => {
        const manifest = await stat(join(folder, name, 'manifest.json')).catch(() => undefined);
        return manifest && { name, madeAt: manifest.mtimeMs };
      }),
  );
  return found
    .filter((backup) => backup !== undefined)
    .sort((one, other) => other.madeAt - one.madeAt)
    .slice(0, MAX_LISTED);
}
