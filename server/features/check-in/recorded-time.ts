import type { Day } from '#contract/days.ts';
import { days, seconds } from '#platform/time.ts';
import { localDay } from '#server/features/centers/local-time.ts';

/**
 * A device sends what it recorded offline in the person's next shift, for as long as it keeps it: a week, and
 * the day of the shift.
 */
const MAX_DELAY_MS = days(8);

/** What takes longer to arrive was recorded offline. */
export const MIN_OFFLINE_MS = seconds(30);

/** When a device recorded something. Its clock may be ahead. */
export const recordedTime = (at: string, now: number): number => Math.min(Date.parse(at), now);

/**
 * Whether door staff may change an appointment: on its day, or later if they recorded it offline on its day.
 */
export const isOnDay = (
  center: { time_zone: string },
  day: Day,
  { at, now }: { at: number; now: number },
): boolean => localDay(center, now) === day || (now - at <= MAX_DELAY_MS && localDay(center, at) === day);
