import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Log } from '../observability/log.ts';
import { seconds } from '../time.ts';
import { createMemoryLimiters, hashKey, limiterOptions, type RateLimiters } from './rate-limits.ts';

/** Nobody waits for a count: one that takes longer is made in memory. */
const MOST_MS = 250;
const LONGEST_PAUSE_MS = 1000;

/**
 * All processes on a Redis (or Valkey) count together, floods too: a count there costs next to nothing. While it is
 * away each counts for itself, and tries to reach it again every second; logs say when it goes and comes.
 * @param url `redis://user:password@host:6379/0`, or `rediss://` for TLS
 */
export function connectRedis(options: { url: string; scale?: number; log: Log }): {
  limiters: RateLimiters;
  close(): void;
} {
  const redis = new Redis(options.url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: seconds(2),
    commandTimeout: MOST_MS,
    // A line on which nothing comes back is given up, and another is tried.
    socketTimeout: seconds(1),
    keepAlive: seconds(10),
    retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS),
  });
  let reached: boolean | undefined;
  redis.on('ready', () => {
    if (reached === false) options.log.warn('Redis is back: limits are counted together again');
    reached = true;
  });
  redis.on('error', () => {
    if (reached !== false) options.log.warn('Redis is away: each server counts limits for itself');
    reached = false;
  });
  return { limiters: createRedisLimiters(redis, options.scale), close: () => redis.disconnect() };
}

/** On a client that is open already. */
export function createRedisLimiters(storeClient: Redis, scale = 1): RateLimiters {
  const inMemory = createMemoryLimiters(scale);
  return (name, limit) =>
    new HashedKeys({
      ...limiterOptions(name, limit, scale),
      storeClient,
      rejectIfRedisNotReady: true,
      insuranceLimiter: inMemory(name, limit),
    });
}

class HashedKeys extends RateLimiterRedis {
  override getKey(key: string | number): string {
    return `blood-buddies:${hashKey(super.getKey(key))}`;
  }
}
