import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { consumePoint, findExhausted, type RateLimiters } from './rate-limits.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/**
 * Maximum texts to a number per day. One more is allowed for a second factor, so that strangers cannot use up
 * the owner's texts.
 */
const MAX_TO_NUMBER = 5;

/** The share of a day's total texts that is reserved for second factors. */
const RESERVED_FOR_SECOND_FACTORS = 1 / 5;

export type CountedText = {
  /** E.164, such as +8801712345678. */
  phoneNumber: string;
  /** The account that the text is for. Absent for a sign-in by phone number. */
  accountId?: string | undefined;
  /**
   * The requester. Absent for a message that the site sends on its own. `callingCode` is that of the number,
   * such as 880.
   */
  requester?: { address: string; callingCode: string };
  /**
   * True if the requester has proven a first factor. A part of the limits is reserved for these requests, so
   * that strangers cannot use up what members need.
   */
  isSecondFactor?: boolean;
};

/** Counts a text message before it is sent. If a limit is exceeded, counts nothing and returns that limit. */
export type CountText = (text: CountedText) => Promise<RateLimiterRes | undefined>;

/**
 * Creates the limits of all text messages, which cost money: codes of the identity provider, offers and
 * closings. `perDay` is the total of a day (SMS_DAILY_LIMIT).
 */
export function createTextLimits(limiters: RateLimiters, perDay: number): CountText {
  const limit = (name: string, points: number, seconds = DAY) =>
    limiters(`texts-${name}-${seconds}`, { points, seconds, isDurable: true });
  const byNumber = limit('to', MAX_TO_NUMBER + 1);
  const unreservedByNumber = limit('unreserved-to', MAX_TO_NUMBER);
  const byAccount = limit('of', 10);
  const byAddress = [limit('from', 30, HOUR), limit('from', 100)];
  const byCountry = [limit('to-country', 200, HOUR), limit('to-country', 1000)];
  const total = limit('total', perDay);
  const unreserved = limit('unreserved', perDay * (1 - RESERVED_FOR_SECOND_FACTORS));

  return async ({ phoneNumber, accountId, requester, isSecondFactor = false }) => {
    const group = isSecondFactor ? 'second factor' : 'other';
    const counted: [RateLimiterAbstract, string][] = [
      [byNumber, phoneNumber],
      [total, ''],
    ];
    if (accountId !== undefined) counted.push([byAccount, accountId]);
    if (!isSecondFactor) counted.push([unreservedByNumber, phoneNumber], [unreserved, '']);
    if (requester) {
      for (const limiter of byAddress) counted.push([limiter, requester.address]);
      for (const limiter of byCountry) counted.push([limiter, `${group} ${requester.callingCode}`]);
    }
    // Check all limits before consuming any, so that a blocked text does not use up the others.
    for (const [limiter, key] of counted) {
      const exhausted = await findExhausted(limiter, key);
      if (exhausted) return exhausted;
    }
    for (const [limiter, key] of counted) {
      const exhausted = await consumePoint(limiter, key);
      if (exhausted) return exhausted;
    }
    return undefined;
  };
}
