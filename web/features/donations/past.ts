import type { Appointment } from '#contract/appointments.ts';
import { type Day, dayOf, readDay } from '#contract/days.ts';
import { isPast } from '#contract/donations.ts';
import { siteNow } from '#web/api/site-clock.ts';

export type Dated = { day: Day; appointment: Appointment };

/** The reader's own calendar day, told to the server with each question about the past. */
export const today = (): Day => dayOf(new Date(siteNow()));

/** Those of days before `today`, latest first; `next` is the nearest of the others. */
export function splitAt(today: Day, list: readonly Appointment[]): { past: Dated[]; next: Day | undefined } {
  const dated = list
    .flatMap((appointment) => {
      const day = readDay(appointment.date);
      return day ? [{ day, appointment }] : [];
    })
    .sort((one, other) => (one.day < other.day ? 1 : -1));
  const past = dated.filter(({ day }) => isPast(day, today));
  return { past, next: dated.at(-past.length - 1)?.day };
}
