import type { Appointment } from '#contract/appointments.ts';
import { type Day, toDay } from '#contract/days.ts';
import { isInHistory } from '#contract/donations.ts';
import { siteNow } from '#web/api/site-clock.ts';

/** The reader's calendar day. Requests for past appointments send it to the server. */
export const today = (): Day => toDay(new Date(siteNow()));

/** Returns the appointments of the history, latest first, and the day of the next appointment. */
export function splitByDay(
  today: Day,
  list: readonly Appointment[],
): { past: Appointment[]; next: Day | undefined } {
  const latestFirst = [...list].sort((one, other) => (one.date < other.date ? 1 : -1));
  const upcoming = latestFirst.filter((each) => !isInHistory(each, today) && each.status !== 'cancelled');
  return { past: latestFirst.filter((each) => isInHistory(each, today)), next: upcoming.at(-1)?.date };
}

/** The latest donation. `isConfirmed`: the center recorded it; else it is only an appointment in the past. */
export type LastDonation = { day: Day; isConfirmed: boolean };

/** Returns the latest donation. Where the center recorded that no blood was given, none counts. */
export function findLastDonation(past: readonly Appointment[]): LastDonation | undefined {
  const last = past.find(({ status = 'booked' }) => ['booked', 'arrived', 'fulfilled'].includes(status));
  return last && { day: last.date, isConfirmed: last.status === 'fulfilled' };
}

/** Returns the day until which a center asked the donor to wait, if it is not over. */
export const findDeferral = (past: readonly Appointment[], today: Day): Day | undefined =>
  past
    .flatMap(({ deferredUntil }) => (deferredUntil ? [deferredUntil as Day] : []))
    .filter((day) => day > today)
    .sort()
    .at(-1);
