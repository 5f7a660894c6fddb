import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { isInHistory, isPossibleDonation, omitRecordedDays } from '#contract/donations.ts';
import type { EarlierDonation } from '#web/queries/imported-donations-query.ts';

/** An entry of the history. */
export type PastEntry = Appointment | EarlierDonation;

/**
 * Returns the past appointments and the imported donations, latest first, and the day of the next
 * appointment whose center is open.
 */
export function splitHistory(
  today: Day,
  list: readonly Appointment[],
  imported: readonly EarlierDonation[] = [],
): { past: PastEntry[]; next: Day | undefined } {
  const upcoming = list.filter(
    (appointment) =>
      !isInHistory(appointment, today) && appointment.status !== 'cancelled' && !appointment.isClosed,
  );
  const past = list.filter((appointment) => isInHistory(appointment, today));
  return {
    past: [...past, ...omitRecordedDays(imported, past)].sort(
      (one, other) => Number(one.date < other.date) - Number(one.date > other.date),
    ),
    next: upcoming.map(({ date }) => date).sort()[0],
  };
}

/**
 * The latest donation. If it is neither confirmed by the center nor imported, it is only an appointment in
 * the past.
 */
export type LastDonation = { day: Day; isConfirmed: boolean; isImported?: true };

/**
 * Counts the entries that are drawn as drops of the tree, how many of them the center confirmed, and how many
 * are imported.
 */
export function countDonations(past: readonly PastEntry[]): {
  count: number;
  confirmedCount: number;
  importedCount: number;
} {
  const counted = past.filter(isPossibleDonation);
  return {
    count: counted.length,
    confirmedCount: counted.filter((entry) => entry.status === 'fulfilled' && !isImported(entry)).length,
    importedCount: counted.filter(isImported).length,
  };
}

/**
 * Returns the latest donation, or past appointment that may have been one. Ignores appointments at which the
 * center recorded that no blood was given.
 */
export function findLastDonation(past: readonly PastEntry[]): LastDonation | undefined {
  const last = past.find(isPossibleDonation);
  if (!last) return undefined;
  return isImported(last)
    ? { day: last.date, isConfirmed: false, isImported: true }
    : { day: last.date, isConfirmed: last.status === 'fulfilled' };
}

export const isImported = (entry: PastEntry): entry is EarlierDonation => 'isImported' in entry;
