import type { Context, MiddlewareHandler } from 'hono';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import type { Job } from '../job.ts';
import {
  createDatabaseLimiters,
  createMemoryLimiters,
  type RateLimiters,
  removeExpiredLimits,
} from '../security/rate-limits.ts';
import { type Clock, minutes } from '../time.ts';
import { httpErrors } from './errors.ts';

/**
 * Creates the rate limiters. They count in the database if several servers may share the database or the
 * limit is durable, and otherwise in memory. `scale` multiplies every limit.
 */
export function createRateLimits(options: {
  database: Database;
  /** Whether several servers may share the database. */
  isShared: boolean;
  scale: number;
  clock: Clock;
}): { limiters: RateLimiters; jobs: Job[] } {
  const { database, isShared, scale, clock } = options;
  const cleanUp: Job = {
    name: 'delete-expired-limits',
    singleton: true,
    everyMs: minutes(10),
    run: () => removeExpiredLimits(database, clock()),
  };
  const inMemory = createMemoryLimiters(scale);
  const inDatabase = createDatabaseLimiters(database, scale);
  const limiters: RateLimiters = (name, limit) =>
    (isShared || limit.isDurable ? inDatabase : inMemory)(name, limit);
  return { limiters, jobs: [cleanUp] };
}

/** Counts one request. Throws AppError too-many-requests (429, with the seconds to wait). */
export type RequestLimit = ((key: string) => Promise<void>) & {
  /** Subtracts one counted request. */
  giveBack(key: string): Promise<void>;
};

export const tooManyRequestsError = ({ msBeforeNext }: RateLimiterRes): AppError =>
  new AppError('too-many-requests', { retryAfter: Math.max(1, msBeforeNext / 1000) });

/** Returns a function that counts one request per call, and throws if the limit is exceeded. */
export function createRequestLimit(limiter: RateLimiterAbstract): RequestLimit {
  const count = async (key: string) => {
    try {
      await limiter.consume(key);
    } catch (limitError) {
      if (!(limitError instanceof RateLimiterRes)) throw limitError;
      throw tooManyRequestsError(limitError);
    }
  };
  return Object.assign(count, {
    async giveBack(key: string) {
      await limiter.reward(key);
    },
  });
}

/**
 * Rate limits pages, files and redirects that are not cached. The 429 is plain text, because people read it.
 */
export const rateLimitPages =
  (count: (c: Context) => Promise<void>): MiddlewareHandler =>
  async (c, next) => {
    const limitError = await count(c).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-requests') return error;
      throw error;
    });
    if (!limitError) return next();
    const { status, message } = httpErrors['too-many-requests'];
    const retryAfter = String(Math.ceil(limitError.retryAfter ?? 1));
    return c.text(message, status, { 'Retry-After': retryAfter, 'Cache-Control': 'no-store' });
  };
