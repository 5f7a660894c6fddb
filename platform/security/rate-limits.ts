import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely, PostgresAdapter } from 'kysely';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { runOutsideRequest } from '../observability/request-context.ts';
import { days, minutes } from '../time.ts';

/** Allows `points` per key in `seconds`. */
export type RateLimit = {
  points: number;
  seconds: number;
  /**
   * True for limits against floods. Each process counts separately, because a database write would cost more
   * than the request.
   */
  flood?: boolean;
  /**
   * True for actions that cost money. They are counted in the database, even with SQLite, so that the count
   * survives a restart.
   */
  isDurable?: boolean;
};

/** Creates a limiter. Processes that share a store share the counts of a name. */
export type RateLimiters = (name: string, limit: RateLimit) => RateLimiterAbstract;

/**
 * Wraps limiters to call `onExceeded` with the name of an exceeded limit. This includes reading an exhausted
 * limit, because the caller then rejects the request.
 */
export const withRateLimitMetrics =
  (limiters: RateLimiters, onExceeded: (name: string) => void): RateLimiters =>
  (name, limit) => {
    const limiter = limiters(name, limit);
    const consume = limiter.consume.bind(limiter);
    limiter.consume = (...args) =>
      consume(...args).catch((error: unknown) => {
        if (error instanceof RateLimiterRes) onExceeded(name);
        throw error;
      });
    const get = limiter.get.bind(limiter);
    limiter.get = async (...args) => {
      const result = await get(...args);
      if (result && result.consumedPoints >= limiter.points) onExceeded(name);
      return result;
    };
    return limiter;
  };

/**
 * Counts outside the request context. Otherwise the library's timers would keep the first request of a count
 * in memory until the count expires.
 */
class MemoryLimiter extends RateLimiterMemory {
  override consume(...args: Parameters<RateLimiterMemory['consume']>) {
    return runOutsideRequest(() => super.consume(...args));
  }
  override penalty(...args: Parameters<RateLimiterMemory['penalty']>) {
    return runOutsideRequest(() => super.penalty(...args));
  }
}

/** Returns the limit when no point is left. */
export async function findExhausted(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<RateLimiterRes | undefined> {
  const count = await limiter.get(key);
  return count && count.consumedPoints >= limiter.points ? count : undefined;
}

/** Consumes a point. Returns the limit when no point was left. */
export async function consumePoint(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  }
}

/** Counts in memory, per process. `scale` multiplies every limit (RATE_LIMIT_SCALE). */
export const createMemoryLimiters =
  (scale = 1): RateLimiters =>
  (name, limit) =>
    new MemoryLimiter(limiterOptions(name, limit, scale));

/**
 * Counts in the database for all processes. Counts in memory for floods, and while the database is
 * unavailable.
 */
export function createDatabaseLimiters(database: Database, scale = 1): RateLimiters {
  const inMemory = createMemoryLimiters(scale);
  const storeClient = toPgClient(database);
  return (name, limit) =>
    limit.flood
      ? inMemory(name, limit)
      : new HashedKeys({
          ...limiterOptions(name, limit, scale),
          storeClient,
          storeType: 'client',
          tableName: 'platform_limits',
          tableCreated: true,
          // One job removes expired counts for all limiters.
          clearExpiredByTimeout: false,
          insuranceLimiter: inMemory(name, limit),
        });
}

/** The longest duration of a limit, plus a margin for differences between the servers' clocks. */
const MAX_DURATION_MS = days(1) + minutes(5);

/** Deletes expired counts, and counts that a fast clock has set too far in the future. */
export async function removeExpiredLimits(database: Database, now: number): Promise<void> {
  await database
    .withTables<PlatformTables>()
    .deleteFrom('platform_limits')
    .where((e) => e.or([e('expire', '<=', now), e('expire', '>', now + MAX_DURATION_MS)]))
    .execute();
}

/** Returns options for rate-limiter-flexible. `scale` multiplies the limit. */
const limiterOptions = (keyPrefix: string, { points, seconds }: RateLimit, scale: number) => ({
  keyPrefix,
  points: Math.ceil(points * scale),
  duration: seconds,
});

/** Hashes keys, so that addresses, emails and phone numbers are not stored. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

class HashedKeys extends RateLimiterPostgres {
  override getKey(key: string | number): string {
    return hashKey(super.getKey(key));
  }
}

type PgQuery = { text: string; values: unknown[] };

/** Returns the subset of a pg client that the library uses. SQLite runs the same statements. */
function toPgClient(db: Kysely<object>) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  return {
    async query(query: PgQuery) {
      const { text, values } = isPostgres ? query : withPositions(query);
      const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length || Number(numAffectedRows ?? 0) };
    },
  };
}

/**
 * Replaces the numbers of parameters, which node:sqlite cannot bind: `$2` becomes `?`, and its value is
 * repeated.
 */
function withPositions({ text, values }: PgQuery): PgQuery {
  const numbers = [...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number));
  return { text: text.replaceAll(/\$\d/g, '?'), values: numbers.map((number) => values[number - 1]) };
}
