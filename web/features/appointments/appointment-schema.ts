import * as z from 'zod/mini';
import { AppointmentFields } from '#contract/appointments.ts';
import { bookableDays, dayOf, isBookable, longDate, readDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';

/** What stands in the form's controls. */
export type AppointmentValues = z.input<typeof AppointmentFields>;

export const dayNotBookable = (now: number): string => {
  const { first, last } = bookableDays(now);
  return `Please choose a day from ${longDate(first)} to ${longDate(last)}`;
};

/** The contract's rules, and the server's bounds of the day said before anything is sent. */
export const appointmentSchema = (clock: () => number = siteNow) =>
  z.extend(AppointmentFields, {
    date: AppointmentFields.shape.date.check(
      z.refine(
        (value) => {
          const day = readDay(value);
          return day === undefined || isBookable(day, clock());
        },
        { error: () => dayNotBookable(clock()) },
      ),
    ),
  });

export const emptyRequest = (today: Date): AppointmentValues => ({
  name: '',
  phone: '',
  center: '',
  bloodGroup: 'A+',
  date: longDate(dayOf(today)),
  opinion: '',
  publishAs: undefined,
});
