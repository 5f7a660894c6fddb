import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often something may be done; each throws AppError TOO_MANY_ATTEMPTS_TRY_LATER. */
export type Limits = {
  /** Any call. Every sign-in makes two (the SDK looks the account up), so this one is wide. */
  call(address: string): Promise<void>;
  signUp(address: string): Promise<void>;
  /** A mail to somebody, who may not have asked for it. */
  mail(address: string, email: string): Promise<void>;
  passwords: PasswordLimit;
};

/** Counts wrong passwords only. */
export type PasswordLimit = {
  /** To be asked before a try and again before its success is told: tries sent at once gain nothing. */
  check(address: string, email: string): Promise<void>;
  wrong(address: string, email: string): Promise<void>;
  right(email: string): Promise<void>;
};

/** Held in memory, each `scale` times as wide as at 1; one address may stand for all customers of a mobile operator. */
export function createLimits(scale = 1): Limits {
  const limit = (points: number, duration: number) =>
    new RateLimiterMemory({ points: Math.ceil(points * scale), duration });
  const calls = limit(3000, MINUTE);
  const signUps = limit(2000, HOUR);
  const mailsFrom = limit(1000, HOUR);
  const mailsTo = limit(10, HOUR);
  const wrongFrom = limit(1000, 15 * MINUTE);
  const wrongFor = limit(10, 15 * MINUTE);

  return {
    call: (address) => consume(calls, address),
    signUp: (address) => consume(signUps, address),
    async mail(address, email) {
      await consume(mailsFrom, address);
      await consume(mailsTo, email);
    },
    passwords: {
      async check(address, email) {
        await refuseWhenFull(wrongFrom, address);
        await refuseWhenFull(wrongFor, email);
      },
      async wrong(address, email) {
        await wrongFrom.penalty(address);
        await wrongFor.penalty(email);
      },
      right: async (email) => void (await wrongFor.delete(email)),
    },
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
  }
}

async function refuseWhenFull(limiter: RateLimiterMemory, key: string): Promise<void> {
  const count = await limiter.get(key);
  if (count && count.consumedPoints >= limiter.points) throw tooMany(count);
}

function tooMany({ msBeforeNext }: RateLimiterRes): Error {
  return refuse('TOO_MANY_ATTEMPTS_TRY_LATER', undefined, { retryAfter: msBeforeNext / 1000 });
}
