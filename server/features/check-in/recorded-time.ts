import type { Day } from '#contract/days.ts';
import { days, seconds } from '#platform/time.ts';
import { localDay } from '#server/features/centers/local-time.ts';

/**
 * Maximum age of a change recorded offline. A device keeps it for a week after the day of the shift, and
 * sends it in the person's next shift.
 */
const MAX_DELAY_MS = days(8);

/** A change that takes longer than this to arrive was recorded offline. */
export const MIN_OFFLINE_MS = seconds(30);

/**
 * Returns when a device recorded a change, in ms. The result is not later than now, because the device's
 * clock may be ahead.
 */
export const recordedTime = (at: string, now: number): number => Math.min(Date.parse(at), now);

/**
 * Returns whether door staff may change an appointment, which they may on its day, or later if they recorded
 * the change offline on its day.
 */
export const canDoorStaffChange = (
  center: { time_zone: string },
  day: Day,
  { at, now }: { at: number; now: number },
): boolean => localDay(center, now) === day || (now - at <= MAX_DELAY_MS && localDay(center, at) === day);
