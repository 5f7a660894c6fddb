import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseClock, databaseClock } from '../database/database-clock.ts';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { newId } from '../ids.ts';
import { minutes } from '../time.ts';

/** Work done again and again while the server runs. */
export type Job = {
  name: string;
  everyMs: number;
  /** Of several servers on one database one runs each round (`alone`). */
  singleton?: boolean;
  run: () => Promise<unknown>;
  /** Whether more is to do at once, given the result of the last round: then the next one begins without a pause. */
  again?: (result: unknown) => boolean;
};

export type RunningJobs = {
  /** Starts no new round and waits for those under way. */
  stop(): Promise<void>;
};

/**
 * Runs each job at once and then `everyMs` after its last end, or at once while `again` says so. A round that fails is
 * reported and tried again.
 */
export function startJobs(
  jobs: readonly Job[],
  onFailure: (error: unknown, job: string) => void,
): RunningJobs {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function keepRunning(job: Job): Promise<void> {
    while (!signal.aborted) {
      if (!(await hasMore(job))) await pause(job.everyMs, undefined, { signal }).catch(() => {});
    }
  }

  async function hasMore({ name, run, again }: Job): Promise<boolean> {
    try {
      const result = await run();
      return again?.(result) ?? false;
    } catch (error) {
      onFailure(error, name);
      return false;
    }
  }

  const running = Promise.all(jobs.map(keepRunning));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Who began a round and did not end it is gone: others go on after this time, or two rounds. */
const SHORTEST_LEASE = minutes(1);

/**
 * The same job for servers that share a database: one of them runs each round, the others let it pass. The server that
 * runs it holds a row meanwhile, and renews it while the round goes on; when it falls, another one takes over within a
 * minute or two rounds. A round that failed is followed by the next as any other. The database's clock decides.
 */
export function withJobLease(
  database: Database,
  job: Job,
  now: DatabaseClock = databaseClock(database),
): Job {
  const db = database.withTables<PlatformTables>();
  const { name, everyMs, run } = job;
  const lease = Math.max(SHORTEST_LEASE, 2 * everyMs);

  /** Takes the row, unless somebody has it or has just ended a round. No right clock puts the next one further off. */
  async function take(holder: string): Promise<boolean> {
    const taken = await db
      .insertInto('platform_job')
      .values((e) => ({ name, holder, due_at: e(now(), '+', lease) }))
      .onConflict((c) =>
        c
          .column('name')
          .doUpdateSet((e) => ({ holder, due_at: e(now(), '+', lease) }))
          .where((e) =>
            e.or([
              e('platform_job.due_at', '<=', now()),
              e('platform_job.due_at', '>', e(now(), '+', 2 * lease)),
            ]),
          ),
      )
      .returning('name')
      .executeTakeFirst();
    return taken !== undefined;
  }

  /** Sets when the row is due again, if this holder still has it. */
  async function holdFor(holder: string, ms: number): Promise<void> {
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
      if (!(await take(holder))) return;
      // An error here is the next renewal's to mend; a database that stays away fails the round itself.
      const renewal = setInterval(() => void holdFor(holder, lease).catch(() => {}), lease / 3);
      try {
        await run();
      } finally {
        clearInterval(renewal);
        // A little early: else this server, which comes again in just this time, would now and then miss its own round.
        await holdFor(holder, Math.floor(everyMs * 0.9));
      }
    },
  };
}
