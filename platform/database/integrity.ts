import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { repairSteps } from '../disk-errors.ts';
import type { Job } from '../job.ts';
import type { Log } from '../observability/log.ts';
import { hours, seconds } from '../time.ts';
import { type Database, ping } from './open.ts';
import { SqliteWriterAdapter } from './sqlite.ts';
import { DatabaseCorruptError } from './unavailable.ts';

/**
 * Maximum time that startup waits for the first check. The check of a larger file continues while the site
 * runs.
 */
const MAX_STARTUP_MS = seconds(5);

/** State of the SQLite file. Once damage is found, every write fails until the site is restarted. */
export type Integrity = {
  /** Returns SQLite's description of the damage, or undefined. */
  damage(): string | undefined;
  /** Resolves when the database responds. @throws DatabaseCorruptError when the file is damaged */
  ready(): Promise<void>;
  /** Adds the hourly check to the jobs, and pauses all of them while the file is damaged. */
  watch(jobs: Job[]): Job[];
};

/**
 * Checks the SQLite file at startup and every hour, on a worker thread. SQLite itself does not notice a
 * damaged index, which could let a day be booked twice. Resolves when the first check is done, or after 5 s.
 */
export async function createIntegrityCheck(database: Database, log: Log): Promise<Integrity> {
  const { adapter } = database.getExecutor();
  if (!(adapter instanceof SqliteWriterAdapter)) return withoutChecks(database);
  const { writer } = adapter;
  writer.onDamage((damage) => log.fatal({ damage }, `the database file is damaged. ${repairSteps}`));

  async function check(): Promise<void> {
    const findings = await checkFile(writer.file);
    if (findings[0] !== 'ok') writer.disableWrites(findings.join('; '));
  }
  const job = { name: 'check-database-file', everyMs: hours(1), run: check };
  const timer = new AbortController();
  await Promise.race([
    check().finally(() => timer.abort()),
    pause(MAX_STARTUP_MS, undefined, { signal: timer.signal }).catch(() => {}),
  ]).catch((error: unknown) => log.error({ err: error }, 'cannot check the database file'));
  return {
    damage: writer.damage,
    async ready() {
      const damage = writer.damage();
      if (damage !== undefined) throw new DatabaseCorruptError(damage);
      await ping(database);
    },
    watch: (jobs) =>
      [...jobs, job].map(({ run, ...rest }) => ({
        ...rest,
        run: async () => (writer.damage() ? undefined : run()),
      })),
  };
}

/** Returns no checks, because PostgreSQL checks its own files. */
const withoutChecks = (database: Database): Integrity => ({
  damage: () => undefined,
  ready: () => ping(database),
  watch: (jobs) => jobs,
});

/** Returns the findings of SQLite's integrity check: `['ok']` when the file is intact. */
function checkFile(file: string): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const worker = new Worker(new URL('./sqlite-check.ts', import.meta.url), { workerData: { file } });
  worker.once('message', resolve);
  worker.once('error', (error: Error & { errcode?: number }) => reject(error));
  worker.once('exit', () => reject(new Error('The integrity check exited without a result.')));
  return promise;
}
