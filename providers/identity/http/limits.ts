import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { createMemoryLimiters, type RateLimiters } from '#platform/security/rate-limits.ts';
import type { Purpose } from '../codes/repository.ts';
import { identityError } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Limits = ReturnType<typeof createLimits>;

/** `known`: for somebody who has proven a first factor; strangers cannot use up what these may send. */
type TextRequest = { address: string; phoneNumber: string; callingCode: string; known: boolean };

/** Who asks (`address`) for which email to whom. */
export type EmailRequest = { address: string; kind: Purpose; to: string };

/** What lets the owner of an address in, or proves it to be theirs. */
const neverBlocked: readonly Purpose[] = ['EMAIL_SIGNIN', 'PASSWORD_RESET', 'VERIFY_EMAIL'];

type Limiter = RateLimiterAbstract;

/**
 * How often something may be done; each throws AppError TOO_MANY_ATTEMPTS_TRY_LATER. One network address may stand for all
 * customers of a mobile operator.
 */
export function createLimits(limiters: RateLimiters = createMemoryLimiters()) {
  const limit = (name: string, points: number, seconds: number, flood = false) =>
    limiters(`identity-${name}-${seconds}`, { points, seconds, flood });
  /** Two windows of one name: `[points, seconds]` each. */
  const limitByWindows = (name: string, ...windows: [points: number, seconds: number][]) =>
    windows.map(([points, seconds]) => limit(name, points, seconds));
  const calls = limit('calls', 3000, MINUTE, true);
  const signUps = limit('sign-ups', 2000, HOUR);
  const refreshes = limit('refreshes', 120, HOUR);
  const emailsByAddress = limit('emails-from', 1000, HOUR);
  const emailsByRequester = limit('emails-by-requester', 10, HOUR);
  const emailsByRecipient = limit('emails-to', 20, HOUR);
  const extraEmailsByRecipient = limit('emails-beyond', 1, MINUTE);
  const extraEmailsByRequester = limit('emails-beyond-by-requester', 1, HOUR);
  const failuresByAddress = limit('wrong-from', 1000, 15 * MINUTE);
  const failuresByRequester = limit('wrong-by-requester', 10, 15 * MINUTE);
  const failuresByAccount = limit('wrong-for', 100, HOUR);
  const textsByAddress = limitByWindows('texts-from', [30, HOUR], [100, DAY]);
  const textsByNumber = limitByWindows('texts-to', [5, HOUR], [10, DAY]);
  const textsByCountry = limitByWindows('texts-to-country', [200, HOUR], [1000, DAY]);
  const textsInTotal = limitByWindows('texts-in-all', [300, HOUR], [1500, DAY]);
  const codesByRequester = limitByWindows('codes-by-requester', [10, 15 * MINUTE], [50, DAY]);
  const codesByAccount = limitByWindows('codes-for', [50, 15 * MINUTE], [200, DAY]);
  // No limits: they remember who was right.
  const passwordSuccesses = limit('known-by-password', Number.MAX_SAFE_INTEGER, DAY);
  const codeSuccesses = limit('known-by-code', Number.MAX_SAFE_INTEGER, DAY);

  return {
    /** Any call. Every sign-in makes two (the SDK looks the account up), so this one is wide. */
    call: (address: string) => consume(calls, address),
    signUp: (address: string) => consume(signUps, address),
    /** New tokens for a session; each is a row that is stored. */
    refresh: (sessionId: string) => consume(refreshes, sessionId),
    /** False: many others asked for the same; send it only if none still works. What lets an owner in is never refused. */
    async email({ address, kind, to }: EmailRequest) {
      await consume(emailsByAddress, address);
      await consume(emailsByRequester, `${address} ${kind} ${to}`);
      if (neverBlocked.includes(kind)) return tryConsume(emailsByRecipient, `${kind} ${to}`);
      await consume(emailsByRecipient, `${kind} ${to}`);
      return true;
    },
    /** For `email`'s false: true once a minute; an hour for a requester while an earlier one works (`holdsOne`). */
    async extraEmail({ address, kind, to }: EmailRequest, hasValidCode: boolean) {
      const requester = `${address} ${kind} ${to}`;
      if (hasValidCode && (await hasCount(extraEmailsByRequester, requester))) return false;
      if (!(await tryConsume(extraEmailsByRecipient, `${kind} ${to}`))) return false;
      await extraEmailsByRequester.penalty(requester);
      return true;
    },
    /** A text message, which costs. */
    async text({ address, phoneNumber, callingCode, known }: TextRequest) {
      const group = known ? 'known' : 'stranger';
      const keys: [Limiter[], string][] = [
        [textsByAddress, address],
        [textsByNumber, `${group} ${phoneNumber}`],
        [textsByCountry, `${group} ${callingCode}`],
        [textsInTotal, group],
      ];
      const counted = keys.flatMap(([limits, key]) => limits.map((limiter) => ({ limiter, key })));
      // All are checked first: what one of them refuses must not use up the others.
      for (const { limiter, key } of counted) await requireRemaining(limiter, key);
      for (const { limiter, key } of counted) await consume(limiter, key);
    },
    /** Counts every code of a second factor before it is checked; a right one forgets the requester's wrong ones. */
    secondFactors: {
      async attempt(address: string, accountId: string) {
        const requester = `${address} ${accountId}`;
        for (const limiter of codesByRequester) await consume(limiter, requester);
        if (await hasCount(codeSuccesses, requester)) return;
        for (const limiter of codesByAccount) await consume(limiter, accountId);
      },
      async recordSuccess(address: string, accountId: string) {
        const requester = `${address} ${accountId}`;
        for (const limiter of codesByRequester) await limiter.delete(requester);
        await codeSuccesses.penalty(requester);
      },
    },
    /** Counts wrong ones. Past an account's cap only requesters continue who were right that day: no owner is locked out. */
    passwords: {
      /** To be checked before a try and again before its success is reported: tries sent at once gain nothing. */
      async check(address: string, email: string) {
        const requester = `${address} ${email}`;
        const [, , full] = await Promise.all([
          requireRemaining(failuresByAddress, address),
          requireRemaining(failuresByRequester, requester),
          findExhausted(failuresByAccount, email),
        ]);
        if (full && !(await hasCount(passwordSuccesses, requester))) throw tooMany(full);
      },
      async recordFailure(address: string, email: string) {
        await failuresByAddress.penalty(address);
        await failuresByRequester.penalty(`${address} ${email}`);
        await failuresByAccount.penalty(email);
      },
      async recordSuccess(address: string, email: string) {
        const requester = `${address} ${email}`;
        await failuresByRequester.delete(requester);
        await passwordSuccesses.penalty(requester);
      },
    },
  };
}

async function consume(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reason) {
    throw reason instanceof RateLimiterRes ? tooMany(reason) : reason;
  }
}

async function requireRemaining(limiter: Limiter, key: string): Promise<void> {
  const full = await findExhausted(limiter, key);
  if (full) throw tooMany(full);
}

async function findExhausted(limiter: Limiter, key: string): Promise<RateLimiterRes | undefined> {
  const count = await limiter.get(key);
  return count && count.consumedPoints >= limiter.points ? count : undefined;
}

const hasCount = async (limiter: Limiter, key: string): Promise<boolean> =>
  ((await limiter.get(key))?.consumedPoints ?? 0) > 0;

/** Takes one; false when none was left. */
async function tryConsume(limiter: Limiter, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return false;
    throw reason;
  }
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): Error =>
  identityError('TOO_MANY_ATTEMPTS_TRY_LATER', undefined, { retryAfter: msBeforeNext / 1000 });
