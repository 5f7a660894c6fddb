import { type Day, utcDay } from '#contract/days.ts';
import { days, hours } from '#platform/time.ts';
import { localTime, toInstant } from '#server/features/centers/local-time.ts';

/**
 * Returns the time of day from which reminders are sent on the day before: 16:00 at the center. If the time
 * zone is unknown, this is 10:00 UTC (16:00 in Dhaka), when nearly all time zones have the same date.
 */
const sendTime = (timeZone: string | undefined): string => (timeZone === undefined ? '10:00' : '16:00');

const UTC = 'UTC';

/** Minimum time from booking to the reminder. An appointment booked later needs no reminder. */
const MIN_LEAD_MS = hours(12);

/** Returns when the day begins, in ms. Reminders are sent before this instant or not at all. */
export const startOfDay = (day: Day, timeZone = UTC): number => toInstant(day, '00:00', timeZone);

/**
 * Returns the day whose reminders are due now in the center's time zone, or undefined before the sending
 * time.
 */
export function reminderDay(now: number, timeZone: string | undefined): Day | undefined {
  const { day, time } = localTime(now, timeZone ?? UTC);
  return time < sendTime(timeZone) ? undefined : utcDay(Date.parse(day) + days(1));
}

/** Returns whether an appointment booked or moved now is too soon to need a reminder. */
export function shouldSkipReminder(day: Day, timeZone: string | undefined, now: number): boolean {
  const dayBefore = utcDay(Date.parse(day) - days(1));
  return now >= toInstant(dayBefore, sendTime(timeZone), timeZone ?? UTC) - MIN_LEAD_MS;
}
