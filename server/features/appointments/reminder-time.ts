import { type Day, utcDay } from '#contract/days.ts';
import type { SiteGroups } from '#contract/site-content.ts';
import { days, hours } from '#platform/time.ts';
import { localTime, toInstant } from '#server/features/centers/local-time.ts';

/** The site's time zone, which counts for places that are no center, and the hour of reminders. */
export type ReminderRules = Pick<SiteGroups['region'], 'timeZone' | 'reminderHour'>;

/** Returns the time of day from which reminders are sent on the day before. */
const sendTime = ({ reminderHour }: ReminderRules): string => `${String(reminderHour).padStart(2, '0')}:00`;

const UTC = 'UTC';

/** Minimum time from booking to the reminder. An appointment booked later needs no reminder. */
const MIN_LEAD_MS = hours(12);

/** Returns when the day begins, in ms. */
export const startOfDay = (day: Day, timeZone = UTC): number => toInstant(day, '00:00', timeZone);

/**
 * Returns the instant before which the reminder of a day is sent, or not at all: when the day begins. At a
 * place that is no center, it begins in UTC or in the site's time zone, whichever is later.
 */
export const endOfReminders = (day: Day, timeZone: string | undefined, rules: ReminderRules): number =>
  timeZone === undefined
    ? Math.max(startOfDay(day), startOfDay(day, rules.timeZone))
    : startOfDay(day, timeZone);

/**
 * Returns the day whose reminders are due now in the center's time zone, or undefined before the sending
 * time.
 */
export function reminderDay(
  now: number,
  timeZone: string | undefined,
  rules: ReminderRules,
): Day | undefined {
  const { day: today, time } = localTime(now, timeZone ?? rules.timeZone);
  const day = time < sendTime(rules) ? today : utcDay(Date.parse(today) + days(1));
  return now < endOfReminders(day, timeZone, rules) ? day : undefined;
}

/** Returns whether an appointment booked or moved now is too soon to need a reminder. */
export function shouldSkipReminder(
  day: Day,
  timeZone: string | undefined,
  now: number,
  rules: ReminderRules,
): boolean {
  const dayBefore = utcDay(Date.parse(day) - days(1));
  return now >= toInstant(dayBefore, sendTime(rules), timeZone ?? rules.timeZone) - MIN_LEAD_MS;
}
