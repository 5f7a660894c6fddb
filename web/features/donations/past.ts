import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { isInHistory, isPossibleDonation } from '#contract/donations.ts';

/** Returns the past appointments, latest first, and the day of the next appointment. */
export function splitHistory(
  today: Day,
  list: readonly Appointment[],
): { past: Appointment[]; next: Day | undefined } {
  const latestFirst = [...list].sort((one, other) => (one.date < other.date ? 1 : -1));
  const upcoming = latestFirst.filter(
    (appointment) => !isInHistory(appointment, today) && appointment.status !== 'cancelled',
  );
  return {
    past: latestFirst.filter((appointment) => isInHistory(appointment, today)),
    next: upcoming.at(-1)?.date,
  };
}

/** The latest donation. If the center has not confirmed it, it is only an appointment in the past. */
export type LastDonation = { day: Day; isConfirmed: boolean };

/** Counts the appointments that are drawn as drops of the tree, and how many of them the center confirmed. */
export function countDonations(past: readonly Appointment[]): { count: number; confirmedCount: number } {
  const counted = past.filter(isPossibleDonation);
  return {
    count: counted.length,
    confirmedCount: counted.filter(({ status }) => status === 'fulfilled').length,
  };
}

/**
 * Returns the latest donation, or past appointment that may have been one. Ignores appointments at which the
 * center recorded that no blood was given.
 */
export function findLastDonation(past: readonly Appointment[]): LastDonation | undefined {
  const last = past.find(isPossibleDonation);
  return last && { day: last.date, isConfirmed: last.status === 'fulfilled' };
}
