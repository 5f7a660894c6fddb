import type { Kysely } from 'kysely';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import { type Clock, seconds, withTimeout } from '../time.ts';
import type { Database } from './open.ts';
import type { PlatformTables } from './schema/tables.ts';

/** Reads public data, which may be some seconds old. */
export type PublicReads<Tables> = <Result>(read: (db: Kysely<Tables>) => Promise<Result>) => Promise<Result>;

/** A replica with a longer replication lag is not used. */
const MAX_LAG_MS = seconds(3);
const CHECK_INTERVAL_MS = seconds(1);
/** A read that takes longer on the replica is repeated on the primary. */
const TIMEOUT_MS = seconds(2);
/** After a change by this process, read from the primary for this time: the replica may not have the change yet. */
const OWN_CHANGES_MS = seconds(5);

/** Reads from a read-only replica while it is healthy. A heartbeat row shows the replication lag. */
export function createReadReplica(options: { primary: Database; replica: Database; clock: Clock; log: Log }) {
  const { primary, replica, clock, log } = options;
  let isUsable: boolean | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pendingCheck: Promise<void> | undefined;
  let changedAt = Number.NEGATIVE_INFINITY;

  function setUsable(now: boolean, reason: string): void {
    if (now !== isUsable && !now) log.warn(`the read replica ${reason}: reading from the primary`);
    if (now && isUsable === false) log.warn('reading from the read replica again');
    isUsable = now;
    checkedAt = clock();
  }

  async function check(): Promise<void> {
    try {
      const row = await withTimeout(
        TIMEOUT_MS,
        replica.withTables<PlatformTables>().selectFrom('platform_heartbeat').select('at').executeTakeFirst(),
      );
      const lagMs = clock() - (row?.at ?? 0);
      // A heartbeat in the future was written by a fast clock, so its age is unknown.
      setUsable(Math.abs(lagMs) <= MAX_LAG_MS, 'is behind');
    } catch {
      setUsable(false, 'does not respond');
    }
  }

  async function canRead(): Promise<boolean> {
    const now = clock();
    if (now - changedAt < OWN_CHANGES_MS) return false;
    if (now - checkedAt >= CHECK_INTERVAL_MS || now < checkedAt) {
      pendingCheck ??= check().finally(() => {
        pendingCheck = undefined;
      });
      await pendingCheck;
    }
    return isUsable === true;
  }

  return {
    /** Reads from the replica while it responds and lags at most 3 s, else from the primary. */
    async read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
      if (!(await canRead())) return work(primary);
      try {
        return await withTimeout(TIMEOUT_MS, work(replica));
      } catch {
        // Any failure (down, silent, promoted, not migrated yet): use the primary.
        setUsable(false, 'failed');
        return work(primary);
      }
    },
    /** Call after a change: reads use the primary for some seconds. */
    changed(): void {
      changedAt = clock();
    },
    /** Writes the time to the primary; its age on the replica is the replication lag. */
    job: {
      name: 'heartbeat for the read replica',
      everyMs: CHECK_INTERVAL_MS,
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
