import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#platform/errors.ts';

const UPLOADS_A_DAY = 200;
const DAY_SECONDS = 86_400;

/**
 * Counts one more upload of that person; refused ones count too, since they cost as much.
 * @throws AppError too-many-requests (429)
 */
export type CountUpload = (userId: string) => Promise<void>;

export function dailyLimit(scale: number): CountUpload {
  const limiter = new RateLimiterMemory({
    points: Math.max(1, Math.round(UPLOADS_A_DAY * scale)),
    duration: DAY_SECONDS,
  });
  return async (userId) => {
    try {
      await limiter.consume(userId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError('too-many-requests', { retryAfter: refusal.msBeforeNext / 1000 });
    }
  };
}
