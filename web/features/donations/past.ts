import type { Appointment } from '#contract/appointments.ts';
import { type Day, parseDay, toDay } from '#contract/days.ts';
import { isPast } from '#contract/donations.ts';
import { siteNow } from '#web/api/site-clock.ts';

export type DatedAppointment = { day: Day; appointment: Appointment };

/** The reader's own calendar day, told to the server with each question about the past. */
export const today = (): Day => toDay(new Date(siteNow()));

/** Those of days before `today`, latest first; `next` is the nearest of the others. */
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
