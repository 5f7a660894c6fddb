import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import { hours, seconds } from '../time.ts';
import { type Database, ping } from './open.ts';
import { SqliteWriterAdapter } from './sqlite.ts';
import { DatabaseCorruptError } from './unavailable.ts';

/** Startup waits so long for the first check; that of a larger file ends while the site runs. */
const MAX_STARTUP_MS = seconds(5);

export const repairSteps =
  'Nothing is written any more; reading goes on. Stop the site, then run `npm run cli -- repair`. If that cannot repair the file, restore a backup: docs/operating.md, "A damaged database file".';

/** Whether the SQLite file is intact. Once it is not, every write is refused until the site is started again. */
export type Integrity = {
  /** What is wrong with the file, as SQLite says it. */
  damage(): string | undefined;
  /** Resolves when the database responds. @throws DatabaseDamagedError when the file is damaged */
  ready(): Promise<void>;
  /** The jobs, which rest while the file is damaged, and the hourly check. */
  watch(jobs: Job[]): Job[];
};

/**
 * Checks the file at once, and every hour, on a thread of its own. SQLite itself trusts an index: one that has lost
 * entries lets a day be booked twice. Resolves when the first check is done, or after 5 s.
 */
export async function createIntegrityCheck(database: Database, log: Log): Promise<Integrity> {
  const { adapter } = database.getExecutor();
  if (!(adapter instanceof SqliteWriterAdapter)) return unwatched(database);
  const { writer } = adapter;
  writer.onDamage((damage) => log.fatal({ damage }, `The database file is damaged. ${repairSteps}`));

  async function check(): Promise<void> {
    const findings = await checkFile(writer.file);
    if (findings[0] !== 'ok') writer.refuseWrites(findings.join('; '));
  }
  const job = { name: 'check the database file', everyMs: hours(1), run: check };
  const timer = new AbortController();
  await Promise.race([
    check().finally(() => timer.abort()),
    pause(MAX_STARTUP_MS, undefined, { signal: timer.signal }).catch(() => {}),
  ]).catch((error: unknown) => log.error({ err: error }, 'the database file could not be checked'));
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

/** PostgreSQL's files are its own to check. */
const unwatched = (database: Database): Integrity => ({
  damage: () => undefined,
  ready: () => ping(database),
  watch: (jobs) => jobs,
});

/** The findings of SQLite's integrity check: `['ok']` when the file is intact. */
function checkFile(file: string): Promise<string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  const worker = new Worker(new URL('./sqlite-check.ts', import.meta.url), { workerData: { file } });
  worker.once('message', resolve);
  worker.once('error', (error: Error & { errcode?: number }) => reject(error));
  worker.once('exit', () => reject(new Error('The check ended without a result.')));
  return promise;
}
