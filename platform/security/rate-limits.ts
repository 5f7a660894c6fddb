import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { days, minutes } from '../time.ts';

/** At most `points` in `seconds` for each key. */
export type RateLimit = {
  points: number;
  seconds: number;
  /**
   * Against floods: each process counts for itself unless counting together costs next to nothing. A write to the
   * database for each request would be the heavier load.
   */
  flood?: boolean;
};

/** Makes what counts. Processes that share a store count together under the same name. */
export type RateLimiters = (name: string, limit: RateLimit) => RateLimiterAbstract;

/**
 * The same limits; what they refuse is told by the name of the limit. Who asks how much is used up, and hears that it is
 * all, refuses by that.
 */
export const withRateLimitMetrics =
  (limiters: RateLimiters, onRefused: (name: string) => void): RateLimiters =>
  (name, limit) => {
    const limiter = limiters(name, limit);
    const consume = limiter.consume.bind(limiter);
    limiter.consume = (...asked) =>
      consume(...asked).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) onRefused(name);
        throw refused;
      });
    const get = limiter.get.bind(limiter);
    limiter.get = async (...asked) => {
      const used = await get(...asked);
      if (used && used.consumedPoints >= limiter.points) onRefused(name);
      return used;
    };
    return limiter;
  };

/** Each process counts for itself. `scale` multiplies every limit (RATE_LIMIT_SCALE). */
export const createMemoryLimiters =
  (scale = 1): RateLimiters =>
  (name, limit) =>
    new RateLimiterMemory(limiterOptions(name, limit, scale));

/** All processes on a PostgreSQL database count together; while it is away each counts for itself. */
export function createDatabaseLimiters(database: Database, scale = 1): RateLimiters {
  const inMemory = createMemoryLimiters(scale);
  const storeClient = clientOf(database);
  return (name, limit) =>
    limit.flood
      ? inMemory(name, limit)
      : new HashedKeys({
          ...limiterOptions(name, limit, scale),
          storeClient,
          storeType: 'client',
          tableName: 'platform_limits',
          tableCreated: true,
          // One job forgets for all of them.
          clearExpiredByTimeout: false,
          insuranceLimiter: inMemory(name, limit),
        });
}

/** No limit of ours counts for longer; clocks of servers may differ a little. */
const LONGEST = days(1) + minutes(5);

/** Forgets counts whose time is over, and those of a clock that was ahead: they would hold somebody up for as long. */
export async function removeExpiredLimits(database: Database, now: number): Promise<void> {
  await database
    .withTables<PlatformTables>()
    .deleteFrom('platform_limits')
    .where((e) => e.or([e('expire', '<=', now), e('expire', '>', now + LONGEST)]))
    .execute();
}

/** For the library; `scale` multiplies the limit. */
export const limiterOptions = (keyPrefix: string, { points, seconds }: RateLimit, scale: number) => ({
  keyPrefix,
  points: Math.ceil(points * scale),
  duration: seconds,
});

/** Addresses, emails and phone numbers are what is counted by: they do not rest in a store for it. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

class HashedKeys extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    return hashKey(super.getKey(key));
  }
}

/** What the library asks of a client of the pg package. */
function clientOf(db: Kysely<object>) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
    },
  };
}
