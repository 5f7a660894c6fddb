import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Log } from '../observability/log.ts';
import { seconds } from '../time.ts';
import { createMemoryLimiters, hashKey, limiterOptions, type RateLimiters } from './rate-limits.ts';

/** A count that takes longer is made in memory instead. */
const COMMAND_TIMEOUT_MS = 250;
const MAX_RECONNECT_DELAY_MS = 1000;

/**
 * Counts in Redis (or Valkey) for all processes, floods too, because a count there is cheap. While Redis is unavailable,
 * each process counts in memory and reconnects every second. Logs both changes.
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
    commandTimeout: COMMAND_TIMEOUT_MS,
    // Close a silent connection and open another one.
    socketTimeout: seconds(1),
    keepAlive: seconds(10),
    retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_DELAY_MS),
  });
  let isReachable: boolean | undefined;
  redis.on('ready', () => {
    if (isReachable === false) options.log.warn('Redis is available again: rate limits are shared');
    isReachable = true;
  });
  redis.on('error', () => {
    if (isReachable !== false)
      options.log.warn('Redis is unavailable: each server counts rate limits separately');
    isReachable = false;
  });
  return { limiters: createRedisLimiters(redis, options.scale), close: () => redis.disconnect() };
}

/** Creates limiters on an open client. */
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
