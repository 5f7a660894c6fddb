import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseClock, databaseClock } from '../database/database-clock.ts';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { newId } from '../ids.ts';
import type { Job } from '../job.ts';
import { minutes } from '../time.ts';

export type RunningJobs = {
  /** Starts no new runs, cancels the long ones, and waits for the others. */
  stop(): Promise<void>;
};

/**
 * Runs each job immediately and then `everyMs` after the end of its last run, without a pause while `again`
 * returns true. A failed run is reported and repeated after `everyMs`.
 */
export function startJobs(
  jobs: readonly Job[],
  onFailure: (error: unknown, job: string) => void,
): RunningJobs {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function runRepeatedly(job: Job): Promise<void> {
    while (!signal.aborted) {
      if (await runOnce(job)) continue;
      await pause(job.everyMs, undefined, { signal }).catch(() => {});
    }
  }

  async function runOnce({ name, run, again }: Job): Promise<boolean> {
    try {
      const result = await run();
      return again?.(result) ?? false;
    } catch (error) {
      onFailure(error, name);
      return false;
    }
  }

  const running = Promise.all(jobs.map(runRepeatedly));
  return {
    async stop() {
      stopping.abort();
      for (const { cancel } of jobs) cancel?.();
      await running;
    },
  };
}

/**
 * If the server with the lease crashes, another one takes over after this time, or after two intervals of the
 * job if that is longer.
 */
const MIN_LEASE_MS = minutes(1);

/**
 * Wraps a job so that only one of several servers on a database runs it at a time. The running server holds a
 * lease, a row that it renews. If the server crashes, another one takes over when the lease expires. Leases
 * use the database's clock.
 */
export function withJobLease(
  database: Database,
  job: Job,
  now: DatabaseClock = databaseClock(database),
): Job {
  const db = database.withTables<PlatformTables>();
  const { name, everyMs, run } = job;
  const leaseMs = Math.max(MIN_LEASE_MS, 2 * everyMs);

  /**
   * Acquires the lease unless it is held or a run has just ended. A `due_at` more than two leases ahead was
   * written with a wrong clock and is ignored.
   */
  async function acquire(holder: string): Promise<boolean> {
    const row = await db
      .insertInto('platform_job')
      .values((e) => ({ name, holder, due_at: e(now(), '+', leaseMs) }))
      .onConflict((c) =>
        c
          .column('name')
          .doUpdateSet((e) => ({ holder, due_at: e(now(), '+', leaseMs) }))
          .where((e) =>
            e.or([
              e('platform_job.due_at', '<=', now()),
              e('platform_job.due_at', '>', e(now(), '+', 2 * leaseMs)),
            ]),
          ),
      )
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Lets the lease end in `ms`, if this holder still has it. */
  async function extendLease(holder: string, ms: number): Promise<void> {
    await db
      .updateTable('platform_job')
      .set((e) => ({ due_at: e(now(), '+', ms) }))
      .where('name', '=', name)
      .where('holder', '=', holder)
      .execute();
  }

  return {
    ...job,
    async run() {
      const holder = newId();
      if (!(await acquire(holder))) return;
      // Ignore an error, because the next renewal tries again. If the database stays unavailable, the run
      // itself fails.
      const renewal = setInterval(() => void extendLease(holder, leaseMs).catch(() => {}), leaseMs / 3);
      try {
        await run();
      } finally {
        clearInterval(renewal);
        // End the lease slightly early, because this server would otherwise sometimes miss its own next run.
        await extendLease(holder, Math.floor(everyMs * 0.9));
      }
    },
  };
}
