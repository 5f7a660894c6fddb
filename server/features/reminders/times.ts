import type { Day } from '#contract/days.ts';
import { days, hours } from '#platform/time.ts';

/**
 * In UTC: the one hour at which nearly everybody on earth has the same day of the month, so that "the day before" is
 * that for all; 16:00 in Dhaka.
 */
const HOUR = hours(10);
/** Who chose the day less than this before knows it still. */
const FRESH = hours(12);

const utcDay = (at: number): Day => new Date(at).toISOString().slice(0, 10) as Day;

/** The instant at which a day begins in UTC; a reminder is mailed before, or not at all. */
export const beginningOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day whose reminders are due at this instant, if the hour has come. */
export function dayToRemindOf(now: number): Day | undefined {
  const ahead = utcDay(now + days(1) - HOUR);
  return ahead === utcDay(now) ? undefined : ahead;
}

/** Whether an appointment that is made or moved at this instant is so near that nobody need be reminded of its day. */
export const isFreshFor = (day: string, now: number): boolean =>
  now >= beginningOf(day) - days(1) + HOUR - FRESH;
