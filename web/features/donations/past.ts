import type { Appointment } from '#contract/appointments.ts';
import { type Day, toDay } from '#contract/days.ts';
import { isPast } from '#contract/donations.ts';
import { siteNow } from '#web/api/site-clock.ts';

/** The reader's calendar day. Requests for past appointments send it to the server. */
export const today = (): Day => toDay(new Date(siteNow()));

/** Returns the appointments before `today`, latest first, and the day of the next appointment. */
export function splitByDay(
  today: Day,
  list: readonly Appointment[],
): { past: Appointment[]; next: Day | undefined } {
  const latestFirst = [...list].sort((one, other) => (one.date < other.date ? 1 : -1));
  const past = latestFirst.filter(({ date }) => isPast(date, today));
  return { past, next: latestFirst.at(-past.length - 1)?.date };
}
