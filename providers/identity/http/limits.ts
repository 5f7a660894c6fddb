import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { createMemoryLimiters, type RateLimiters } from '#platform/security/rate-limits.ts';
import type { Purpose } from '../codes/repository.ts';
import { identityError } from './errors.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Limits = ReturnType<typeof createLimits>;

/** `known`: for somebody who has proven a first factor; strangers cannot use up what these may send. */
type TextAsked = { address: string; phoneNumber: string; callingCode: string; known: boolean };

/** Who asks (`address`) for which email to whom. */
export type EmailRequest = { address: string; kind: Purpose; to: string };

/** What lets the owner of an address in, or proves it to be theirs. */
const neverRefused: readonly Purpose[] = ['EMAIL_SIGNIN', 'PASSWORD_RESET', 'VERIFY_EMAIL'];

type Limiter = RateLimiterAbstract;

/**
 * How often something may be done; each throws AppError TOO_MANY_ATTEMPTS_TRY_LATER. One network address may stand for all
 * customers of a mobile operator.
 */
export function createLimits(limiters: RateLimiters = createMemoryLimiters()) {
  const limit = (name: string, points: number, seconds: number, flood = false) =>
    limiters(`identity-${name}-${seconds}`, { points, seconds, flood });
  /** Two windows of one name: `[points, seconds]` each. */
  const limitTwice = (name: string, ...windows: [points: number, seconds: number][]) =>
    windows.map(([points, seconds]) => limit(name, points, seconds));
  const calls = limit('calls', 3000, MINUTE, true);
  const signUps = limit('sign-ups', 2000, HOUR);
  const refreshes = limit('refreshes', 120, HOUR);
  const emailsFrom = limit('emails-from', 1000, HOUR);
  const emailsByRequester = limit('emails-by-requester', 10, HOUR);
  const emailsTo = limit('emails-to', 20, HOUR);
  const emailsBeyond = limit('emails-beyond', 1, MINUTE);
  const emailsBeyondByRequester = limit('emails-beyond-by-requester', 1, HOUR);
  const wrongFrom = limit('wrong-from', 1000, 15 * MINUTE);
  const wrongByRequester = limit('wrong-by-requester', 10, 15 * MINUTE);
  const wrongFor = limit('wrong-for', 100, HOUR);
  const textsFrom = limitTwice('texts-from', [30, HOUR], [100, DAY]);
  const textsTo = limitTwice('texts-to', [5, HOUR], [10, DAY]);
  const textsToCountry = limitTwice('texts-to-country', [200, HOUR], [1000, DAY]);
  const textsInAll = limitTwice('texts-in-all', [300, HOUR], [1500, DAY]);
  const codesByRequester = limitTwice('codes-by-requester', [10, 15 * MINUTE], [50, DAY]);
  const codesFor = limitTwice('codes-for', [50, 15 * MINUTE], [200, DAY]);
  // No limits: they remember who was right.
  const knownByPassword = limit('known-by-password', Number.MAX_SAFE_INTEGER, DAY);
  const knownByCode = limit('known-by-code', Number.MAX_SAFE_INTEGER, DAY);

  return {
    /** Any call. Every sign-in makes two (the SDK looks the account up), so this one is wide. */
    call: (address: string) => consume(calls, address),
    signUp: (address: string) => consume(signUps, address),
    /** New tokens for a session; each is a row that is stored. */
    refresh: (sessionId: string) => consume(refreshes, sessionId),
    /** False: many others asked for the same; send it only if none still works. What lets an owner in is never refused. */
    async email({ address, kind, to }: EmailRequest) {
      await consume(emailsFrom, address);
      await consume(emailsByRequester, `${address} ${kind} ${to}`);
      if (neverRefused.includes(kind)) return isLeft(emailsTo, `${kind} ${to}`);
      await consume(emailsTo, `${kind} ${to}`);
      return true;
    },
    /** For `email`'s false: true once a minute; an hour for a requester while an earlier one works (`holdsOne`). */
    async oneMoreEmail({ address, kind, to }: EmailRequest, holdsOne: boolean) {
      const requester = `${address} ${kind} ${to}`;
      if (holdsOne && (await isRemembered(emailsBeyondByRequester, requester))) return false;
      if (!(await isLeft(emailsBeyond, `${kind} ${to}`))) return false;
      await emailsBeyondByRequester.penalty(requester);
      return true;
    },
    /** A text message, which costs. */
    async text({ address, phoneNumber, callingCode, known }: TextAsked) {
      const group = known ? 'known' : 'stranger';
      const keys: [Limiter[], string][] = [
        [textsFrom, address],
        [textsTo, `${group} ${phoneNumber}`],
        [textsToCountry, `${group} ${callingCode}`],
        [textsInAll, group],
      ];
      const counted = keys.flatMap(([limits, key]) => limits.map((limiter) => ({ limiter, key })));
      // All are checked first: what one of them refuses must not use up the others.
      for (const { limiter, key } of counted) await refuseWhenFull(limiter, key);
      for (const { limiter, key } of counted) await consume(limiter, key);
    },
    /** Counts every code of a second factor before it is checked; a right one forgets the requester's wrong ones. */
    secondFactors: {
      async attempt(address: string, accountId: string) {
        const requester = `${address} ${accountId}`;
        for (const limiter of codesByRequester) await consume(limiter, requester);
        if (await isRemembered(knownByCode, requester)) return;
        for (const limiter of codesFor) await consume(limiter, accountId);
      },
      async right(address: string, accountId: string) {
        const requester = `${address} ${accountId}`;
        for (const limiter of codesByRequester) await limiter.delete(requester);
        await knownByCode.penalty(requester);
      },
    },
    /** Counts wrong ones. Past an account's cap only requesters continue who were right that day: no owner is locked out. */
    passwords: {
      /** To be checked before a try and again before its success is reported: tries sent at once gain nothing. */
      async check(address: string, email: string) {
        const requester = `${address} ${email}`;
        const [, , full] = await Promise.all([
          refuseWhenFull(wrongFrom, address),
          refuseWhenFull(wrongByRequester, requester),
          fullCount(wrongFor, email),
        ]);
        if (full && !(await isRemembered(knownByPassword, requester))) throw tooMany(full);
      },
      async wrong(address: string, email: string) {
        await wrongFrom.penalty(address);
        await wrongByRequester.penalty(`${address} ${email}`);
        await wrongFor.penalty(email);
      },
      async right(address: string, email: string) {
        const requester = `${address} ${email}`;
        await wrongByRequester.delete(requester);
        await knownByPassword.penalty(requester);
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

async function refuseWhenFull(limiter: Limiter, key: string): Promise<void> {
  const full = await fullCount(limiter, key);
  if (full) throw tooMany(full);
}

async function fullCount(limiter: Limiter, key: string): Promise<RateLimiterRes | undefined> {
  const count = await limiter.get(key);
  return count && count.consumedPoints >= limiter.points ? count : undefined;
}

const isRemembered = async (limiter: Limiter, key: string): Promise<boolean> =>
  ((await limiter.get(key))?.consumedPoints ?? 0) > 0;

/** Takes one; false when none was left. */
async function isLeft(limiter: Limiter, key: string): Promise<boolean> {
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
