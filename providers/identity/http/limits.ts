import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { type Limiters, limitersInMemory } from '#platform/limits.ts';
import { refuse } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How often something may be done; each throws AppError TOO_MANY_ATTEMPTS_TRY_LATER. */
export type Limits = {
  /** Any call. Every sign-in makes two (the SDK looks the account up), so this one is wide. */
  call(address: string): Promise<void>;
  signUp(address: string): Promise<void>;
  /** New tokens for a session; each is a row that is kept. */
  refresh(sessionId: string): Promise<void>;
  /** A mail to somebody, who may not have asked for it. */
  mail(address: string, email: string): Promise<void>;
  /** A text message, which costs. */
  text(message: TextAsked): Promise<void>;
  passwords: PasswordLimit;
  /** Counts every code of a second factor before it is looked at; a right one forgets the wrong ones. */
  secondFactors: { attempt(accountId: string): Promise<void>; right(accountId: string): Promise<void> };
};

/** `known`: for somebody who has proven a first factor; strangers cannot use up what these may send. */
export type TextAsked = { address: string; phoneNumber: string; callingCode: string; known: boolean };

/** Counts wrong passwords only. */
export type PasswordLimit = {
  /** To be asked before a try and again before its success is told: tries sent at once gain nothing. */
  check(address: string, email: string): Promise<void>;
  wrong(address: string, email: string): Promise<void>;
  right(email: string): Promise<void>;
};

/** One address may stand for all customers of a mobile operator. */
export function createLimits(limiters: Limiters = limitersInMemory()): Limits {
  const limit = (name: string, points: number, seconds: number, flood = false) =>
    limiters(`identity-${name}-${seconds}`, { points, seconds, flood });
  const calls = limit('calls', 3000, MINUTE, true);
  const signUps = limit('sign-ups', 2000, HOUR);
  const refreshes = limit('refreshes', 120, HOUR);
  const mailsFrom = limit('mails-from', 1000, HOUR);
  const mailsTo = limit('mails-to', 10, HOUR);
  const wrongFrom = limit('wrong-from', 1000, 15 * MINUTE);
  const wrongFor = limit('wrong-for', 10, 15 * MINUTE);
  const textsFrom = [limit('texts-from', 30, HOUR), limit('texts-from', 100, DAY)];
  const textsTo = [limit('texts-to', 5, HOUR), limit('texts-to', 10, DAY)];
  const textsToCountry = [limit('texts-to-country', 200, HOUR), limit('texts-to-country', 1000, DAY)];
  const textsInAll = [limit('texts-in-all', 300, HOUR), limit('texts-in-all', 1500, DAY)];
  const codesFor = [limit('codes-for', 10, 15 * MINUTE), limit('codes-for', 50, DAY)];

  return {
    call: (address) => consume(calls, address),
    signUp: (address) => consume(signUps, address),
    refresh: (sessionId) => consume(refreshes, sessionId),
    async mail(address, email) {
      await consume(mailsFrom, address);
      await consume(mailsTo, email);
    },
    async text({ address, phoneNumber, callingCode, known }) {
      const group = known ? 'known' : 'stranger';
      const counted = [
        ...textsFrom.map((limiter) => ({ limiter, key: address })),
        ...textsTo.map((limiter) => ({ limiter, key: phoneNumber })),
        ...textsToCountry.map((limiter) => ({ limiter, key: `${group} ${callingCode}` })),
        ...textsInAll.map((limiter) => ({ limiter, key: group })),
      ];
      // First all are asked: what one of them refuses must not use up the others.
      for (const { limiter, key } of counted) await refuseWhenFull(limiter, key);
      for (const { limiter, key } of counted) await consume(limiter, key);
    },
    secondFactors: {
      async attempt(accountId) {
        for (const limiter of codesFor) await consume(limiter, accountId);
      },
      async right(accountId) {
        for (const limiter of codesFor) await limiter.delete(accountId);
      },
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

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
  }
}

async function refuseWhenFull(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const count = await limiter.get(key);
  if (count && count.consumedPoints >= limiter.points) throw tooMany(count);
}

function tooMany({ msBeforeNext }: RateLimiterRes): Error {
  return refuse('TOO_MANY_ATTEMPTS_TRY_LATER', undefined, { retryAfter: msBeforeNext / 1000 });
}
