import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { createRequestLimit, tooManyRequestsError } from '#platform/http/limits.ts';
import { consumePoint, findExhausted, type RateLimiters } from '#platform/security/rate-limits.ts';
import type { CodePurpose } from '../schema/tables.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Limits = ReturnType<typeof createLimits>;

/** An email of this kind, requested from the network address `address`. */
export type EmailRequest = { address: string; kind: CodePurpose; to: string };

/** Emails that the owner of an address needs to sign in or to prove the address. */
const neverBlocked: readonly CodePurpose[] = ['EMAIL_SIGNIN', 'PASSWORD_RESET', 'VERIFY_EMAIL'];

type Limiter = RateLimiterAbstract;

/**
 * Creates the rate limits, each of which throws AppError too-many-requests. Limits by network address are
 * high, because all customers of a mobile operator may share one address.
 */
export function createLimits(limiters: RateLimiters) {
  const limit = (name: string, points: number, seconds: number, flood = false) =>
    limiters(`identity-${name}-${seconds}`, { points, seconds, flood });
  /** Creates one limiter for each window `[points, seconds]`. */
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
  const codesByRequester = limitByWindows('codes-by-requester', [10, 15 * MINUTE], [50, DAY]);
  const codesByAccount = limitByWindows('codes-for', [50, 15 * MINUTE], [200, DAY]);
  // These limiters record requesters that succeeded, and never reach their limit.
  const passwordSuccesses = limit('known-by-password', Number.MAX_SAFE_INTEGER, DAY);
  const codeSuccesses = limit('known-by-code', Number.MAX_SAFE_INTEGER, DAY);

  return {
    /**
     * Limits all calls. The limit is high, because the SDK makes two per sign-in: the sign-in and a lookup.
     */
    call: (address: string) => consume(calls, address),
    signUp: (address: string) => consume(signUps, address),
    /** Limits the refresh tokens of a session, because each is stored as a row. */
    refresh: (sessionId: string) => consume(refreshes, sessionId),
    /**
     * Returns false if a never-blocked email exceeds its limit. Check `extraEmail` before sending such an
     * email.
     */
    async email({ address, kind, to }: EmailRequest) {
      await consume(emailsByAddress, address);
      await consume(emailsByRequester, `${address} ${kind} ${to}`);
      if (neverBlocked.includes(kind)) return tryConsume(emailsByRecipient, `${kind} ${to}`);
      await consume(emailsByRecipient, `${kind} ${to}`);
      return true;
    },
    /**
     * Beyond the limit of `email`, allows one email per recipient and minute. If `hasValidCode`, allows only
     * one per requester and hour as well.
     */
    async extraEmail({ address, kind, to }: EmailRequest, hasValidCode: boolean) {
      const requester = `${address} ${kind} ${to}`;
      if (hasValidCode && (await hasCount(extraEmailsByRequester, requester))) return false;
      if (!(await tryConsume(extraEmailsByRecipient, `${kind} ${to}`))) return false;
      await extraEmailsByRequester.penalty(requester);
      return true;
    },
    /** Counts MFA codes before they are checked. A correct code resets the requester's count. */
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
    /**
     * Counts failures. Beyond an account's limit, only requesters that succeeded that day may continue, so
     * that an attacker cannot lock out the owner.
     */
    passwords: {
      /**
       * Call this before an attempt and again before reporting success, so that parallel attempts gain
       * nothing.
       */
      async check(address: string, email: string) {
        const requester = `${address} ${email}`;
        const [, , exhausted] = await Promise.all([
          requireRemaining(failuresByAddress, address),
          requireRemaining(failuresByRequester, requester),
          findExhausted(failuresByAccount, email),
        ]);
        if (exhausted && !(await hasCount(passwordSuccesses, requester)))
          throw tooManyRequestsError(exhausted);
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

const consume = (limiter: Limiter, key: string): Promise<void> => createRequestLimit(limiter)(key);

async function requireRemaining(limiter: Limiter, key: string): Promise<void> {
  const exhausted = await findExhausted(limiter, key);
  if (exhausted) throw tooManyRequestsError(exhausted);
}

const hasCount = async (limiter: Limiter, key: string): Promise<boolean> =>
  ((await limiter.get(key))?.consumedPoints ?? 0) > 0;

const tryConsume = async (limiter: Limiter, key: string): Promise<boolean> =>
  (await consumePoint(limiter, key)) === undefined;
