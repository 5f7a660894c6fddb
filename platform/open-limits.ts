import type { Database } from './database/open.ts';
import type { Job } from './jobs.ts';
import { forgetLimits, type Limiters, limitersInDatabase, limitersInMemory } from './limits.ts';
import type { Log } from './logs.ts';
import { type Clock, minutes } from './time.ts';

/**
 * Where limits are counted: in Redis where there is one, else in the database that several servers share, else here.
 * `scale` multiplies them all.
 */
export async function openLimits(options: {
  redisUrl: string | undefined;
  /** The one that servers share. */
  shared: Database | undefined;
  scale: number;
  log: Log;
  clock: Clock;
}): Promise<{ limiters: Limiters; jobs: Job[]; close(): void }> {
  const { redisUrl, shared, scale, log, clock } = options;
  if (redisUrl) {
    // Its package loads where there is a Redis.
    const { openRedisLimits } = await import('./redis-limits.ts');
    return { ...openRedisLimits({ url: redisUrl, scale, log }), jobs: [] };
  }
  if (!shared) return { limiters: limitersInMemory(scale), jobs: [], close() {} };
  const forget: Job = {
    name: 'forget limits',
    alone: true,
    everyMs: minutes(10),
    run: () => forgetLimits(shared, clock()),
  };
  return { limiters: limitersInDatabase(shared, scale), jobs: [forget], close() {} };
}
