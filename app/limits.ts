import { createRateLimits, createRequestLimit } from '#platform/http/limits.ts';
import type { Log } from '#platform/observability/log.ts';
import { createSecurityLog } from '#platform/observability/security-log.ts';
import { withRateLimitMetrics } from '#platform/security/rate-limits.ts';
import { createTextLimits } from '#platform/security/text-limits.ts';
import type { Clock } from '#platform/time.ts';
import type { Config } from './config/config.ts';
import type { Observability } from './observability.ts';
import type { Storage } from './storage.ts';

type Options = {
  config: Config;
  storage: Storage;
  observability: Observability;
  clock: Clock;
  log: Log;
};

/**
 * Creates the rate limiters, the security log that records rejected requests, and the limits of all requests.
 */
export async function createLimits({ config, storage, observability, clock, log }: Options) {
  const { limiters: store, jobs } = createRateLimits({
    database: storage.database,
    isShared: config.databaseUrl !== undefined,
    scale: config.limitScale,
    clock,
  });
  const securityLog = createSecurityLog({
    log,
    key: await storage.getSecret('event-name-key'),
    onEvent: observability.onSecurityEvent,
  });
  const limiters = withRateLimitMetrics(store, (limit) => {
    observability.onRateLimited(limit);
    securityLog.warn('rate limit exceeded', { limit });
  });
  const perAddress = createRequestLimit(limiters('requests', { points: 6000, seconds: 60, flood: true }));
  const centerReads = createRequestLimit(limiters('center-reads', { points: 120, seconds: 60, flood: true }));
  const writes = createRequestLimit(limiters('writes', { points: 300, seconds: 60, flood: true }));
  return {
    limiters,
    countText: createTextLimits(limiters, config.smsDailyLimit),
    securityLog,
    jobs,
    /** @throws AppError too-many-requests (429) */
    countRequest: (address: string) => perAddress(address),
    /**
     * Counts a read of a center's days, the most expensive public read.
     * @throws AppError too-many-requests (429)
     */
    countCenterRead: (address: string) => centerReads(address),
    /** Counts a member's write. @throws AppError too-many-requests (429) */
    admit: async ({ userId }: { userId: string }, method: string) => {
      if (method !== 'GET') await writes(userId);
    },
  };
}

export type Limits = Awaited<ReturnType<typeof createLimits>>;
