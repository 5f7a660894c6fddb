import type { Appointment } from '#contract/appointments.ts';
import { bookableDays, type Day, toDay } from '#contract/days.ts';
import { siteToday } from '#web/api/site-today.ts';

export type SplitAppointments = {
  /** The next appointment to come to, today or later in the reader's time zone. Its center is open. */
  next: Appointment | undefined;
  /**
   * The upcoming appointments with a card after the next one, in this order: those whose day the center
   * closed, later ones, those with a recorded outcome, yesterday's, and those that the center canceled.
   */
  others: Appointment[];
  /** In the order of the cards. Includes yesterday in UTC, which is still today in some time zones. */
  upcoming: Appointment[];
  /** Latest first. */
  past: Appointment[];
};

/** @param now ms since 1970 */
export function splitByDay(list: readonly Appointment[], now: number): SplitAppointments {
  const earliestFirst = [...list].sort((one, other) => compare(one.date, other.date));
  const firstDay = bookableDays(now).first;
  const today = toDay(new Date(now));
  const listed = earliestFirst.filter(({ date }) => date >= firstDay);
  const canceled = listed.filter(({ status }) => status === 'cancelled');
  const valid = listed.filter((appointment) => !canceled.includes(appointment));
  const current = valid.filter(({ date }) => date >= today);
  const toCome = current.filter((appointment) => !isOver(appointment));
  const [next, ...later] = toCome.filter(({ isClosed }) => !isClosed);
  const others = [
    ...toCome.filter(({ isClosed }) => isClosed),
    ...later,
    ...current.filter(isOver),
    ...valid.filter(({ date }) => date < today),
    ...canceled,
  ];
  return {
    next,
    others,
    upcoming: next ? [next, ...others] : others,
    past: earliestFirst.filter(({ date }) => date < firstDay).reverse(),
  };
}

/**
 * Whether the donor may change or cancel an appointment: until the center cancels it or records its outcome.
 */
export const canChange = ({ status = 'booked' }: Appointment): boolean => status === 'booked';

/**
 * Whether the center canceled the appointment or recorded its outcome, so that nothing about it is left to
 * do.
 */
export const isOver = (appointment: Appointment): boolean =>
  appointment.status !== 'arrived' && !canChange(appointment);

/** Whether the day is over in the reader's time zone, so that paying is no longer the next step. */
export const isPastDay = ({ date }: Pick<Appointment, 'date'>): boolean => date < siteToday();

const compare = (one: Day, other: Day): number => (one < other ? -1 : Number(one > other));

/** Returns the number of days from today until `day`, which is 1 for tomorrow. */
export function daysUntil(day: Day): number {
  const today = siteToday();
  return Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
}
