import type { Appointment } from '#contract/appointments.ts';
import { type Day, parseDay, toDay } from '#contract/days.ts';
import { isPast } from '#contract/donations.ts';
import { siteNow } from '#web/api/site-clock.ts';

export type DatedAppointment = { day: Day; appointment: Appointment };

/** The reader's calendar day. Requests for past appointments send it to the server. */
export const today = (): Day => toDay(new Date(siteNow()));

/** Returns the appointments before `today`, latest first, and the day of the next appointment. */
export function splitByDay(
  today: Day,
  list: readonly Appointment[],
): { past: DatedAppointment[]; next: Day | undefined } {
  const dated = list
    .flatMap((appointment) => {
      const day = parseDay(appointment.date);
      return day ? [{ day, appointment }] : [];
    })
    .sort((one, other) => (one.day < other.day ? 1 : -1));
  const past = dated.filter(({ day }) => isPast(day, today));
  return { past, next: dated.at(-past.length - 1)?.day };
}
