import type { Context, MiddlewareHandler } from 'hono';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Log } from '../observability/log.ts';
import {
  createDatabaseLimiters,
  createMemoryLimiters,
  type RateLimiters,
  removeExpiredLimits,
} from '../security/rate-limits.ts';
import { type Clock, minutes } from '../time.ts';
import { httpErrors } from './errors.ts';

/**
 * Where limits are counted: in Redis where there is one, else in the database that several servers share, else here.
 * `scale` multiplies them all.
 */
export async function createRateLimits(options: {
  redisUrl: string | undefined;
  /** The one that servers share. */
  shared: Database | undefined;
  scale: number;
  log: Log;
  clock: Clock;
}): Promise<{ limiters: RateLimiters; jobs: Job[]; close(): void }> {
  const { redisUrl, shared, scale, log, clock } = options;
  if (redisUrl) {
    // Its package loads where there is a Redis.
    const { connectRedis } = await import('../security/redis-rate-limits.ts');
    return { ...connectRedis({ url: redisUrl, scale, log }), jobs: [] };
  }
  if (!shared) return { limiters: createMemoryLimiters(scale), jobs: [], close() {} };
  const forget: Job = {
    name: 'forget limits',
    singleton: true,
    everyMs: minutes(10),
    run: () => removeExpiredLimits(shared, clock()),
  };
  return { limiters: createDatabaseLimiters(shared, scale), jobs: [forget], close() {} };
}

/** Counts one. Throws AppError too-many-requests (429, with the seconds to wait). */
export type Count = ((key: string) => Promise<void>) & {
  /** As if the last one had not been counted. */
  giveBack(key: string): Promise<void>;
};

/** @throws AppError too-many-requests (429, with the seconds to wait) */
export function createRequestLimit(limiter: RateLimiterAbstract): Count {
  const count = async (key: string) => {
    try {
      await limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new AppError('too-many-requests', { retryAfter: Math.max(1, refused.msBeforeNext / 1000) });
    }
  };
  return Object.assign(count, {
    async giveBack(key: string) {
      await limiter.reward(key);
    },
  });
}

/** Counts pages, files and redirects that are not served from memory. A person reads the refusal, so it is plain text. */
export const rateLimitPages =
  (count: (c: Context) => Promise<void>): MiddlewareHandler =>
  async (c, next) => {
    const refused = await count(c).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too-many-requests') return error;
      throw error;
    });
    if (!refused) return next();
    const { status, message } = httpErrors['too-many-requests'];
    const retryAfter = String(Math.ceil(refused.retryAfter ?? 1));
    return c.text(message, status, { 'Retry-After': retryAfter, 'Cache-Control': 'no-store' });
  };
