import type { Database } from '#platform/database/open.ts';
import { type Clock, seconds } from '#platform/time.ts';
import { readDatabaseTime } from './database-repository.ts';
import { type Check, ok, problem } from './finding.ts';

/** Codes of an authenticator app and of passkeys fail with a larger difference. */
const MAX_DIFFERENCE_MS = seconds(10);

/** Compares the clock of this machine with those of the services that other checks ask anyway. */
export type ClockComparison = {
  /** @param instant the service's time in ms, which may be `precisionMs` later */
  record(service: string, instant: number, sentAt: number, precisionMs?: number): void;
  check: Check;
};

export function createClockComparison(clock: Clock): ClockComparison {
  const differences = new Map<string, number>();
  return {
    record(service, instant, sentAt, precisionMs = 0) {
      if (!Number.isFinite(instant)) return;
      const behind = Math.max(0, instant - clock());
      const ahead = Math.max(0, sentAt - (instant + precisionMs));
      differences.set(service, ahead - behind);
    },
    check: {
      name: 'clock',
      async run() {
        const [first, ...others] = [...differences].sort(
          ([, one], [, other]) => Math.abs(other) - Math.abs(one),
        );
        // A service that stops responding must not be quoted forever.
        differences.clear();
        if (!first) return undefined;
        const [service, ms] = first;
        const names = [service, ...others.map(([name]) => name)].join(', ');
        if (Math.abs(ms) <= MAX_DIFFERENCE_MS) return ok(`the clock agrees with ${names}`);
        const relation = ms > 0 ? 'ahead of' : 'behind';
        return problem(
          `the clock is ${Math.round(Math.abs(ms) / 1000)} s ${relation} that of ${service}`,
          'Turn on time synchronization (timedatectl set-ntp true).',
        );
      },
    },
  };
}

/** HTTP's Date has no fractions of a second. */
export const DATE_PRECISION_MS = seconds(1);

/** Records the time of PostgreSQL. */
export async function recordDatabaseTime(db: Database, comparison: ClockComparison, clock: Clock) {
  const sentAt = clock();
  comparison.record('the database', await readDatabaseTime(db), sentAt);
}
