import type { Kysely } from 'kysely';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import { type Clock, seconds } from '../time.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Database } from './open.ts';
import type { PlatformTables } from './schema/tables.ts';

/** Reads what everybody may see, which may be some seconds old. */
export type PublicReads<Tables> = <Result>(read: (db: Kysely<Tables>) => Promise<Result>) => Promise<Result>;

/** What is further behind is not read. */
const MOST_BEHIND = seconds(3);
const LOOK_EVERY = seconds(1);
/** A replica may go silent in the middle; then the primary is asked. */
const PATIENCE = seconds(2);
/** For so long what this process has changed may not have reached the replica. */
const OWN_CHANGES = seconds(5);

/**
 * A read-only replica of the primary. How far it is behind is told by a row, not by functions of PostgreSQL's, which
 * other engines have under other names or not at all.
 */
export function createReadReplica(options: { primary: Database; replica: Database; clock: Clock; log: Log }) {
  const { primary, replica, clock, log } = options;
  let fresh: boolean | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;

  function found(now: boolean, reason: string): void {
    if (now !== fresh && !now) log.warn(`the read replica ${reason}: the primary is read`);
    if (now && fresh === false) log.warn('the read replica is read again');
    fresh = now;
    lookedAt = clock();
  }

  async function look(): Promise<void> {
    try {
      const row = await withTimeout(
        PATIENCE,
        replica.withTables<PlatformTables>().selectFrom('platform_heartbeat').select('at').executeTakeFirst(),
      );
      const behind = clock() - (row?.at ?? 0);
      // One from the future was written by a clock that was ahead: how old it is nobody knows.
      found(Math.abs(behind) <= MOST_BEHIND, 'is behind');
    } catch {
      found(false, 'does not answer');
    }
  }

  async function mayBeRead(): Promise<boolean> {
    const now = clock();
    if (now - changedAt < OWN_CHANGES) return false;
    if (now - lookedAt >= LOOK_EVERY || now < lookedAt) {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      await looking;
    }
    return fresh === true;
  }

  return {
    /** Reads from the replica while it answers and is at most 3 s behind, else from the primary. */
    async read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      if (!(await mayBeRead())) return work(primary);
      try {
        return await withTimeout(PATIENCE, work(replica));
      } catch {
        // Whatever it was (away, silent, promoted, not yet migrated): the primary knows.
        found(false, 'failed');
        return work(primary);
      }
    },
    /** From now on, for some seconds, the primary is read: this process has changed something. */
    changed(): void {
      changedAt = clock();
    },
    /** Writes the time to the primary: how old it is at the replica says how far that is behind. */
    job: {
      name: 'heartbeat for the read replica',
      everyMs: LOOK_EVERY,
      run: () =>
        primary
          .withTables<PlatformTables>()
          .insertInto('platform_heartbeat')
          .values({ name: 'replica', at: clock() })
          .onConflict((c) => c.column('name').doUpdateSet((e) => ({ at: e.ref('excluded.at') })))
          .execute(),
    } satisfies Job,
  };
}
