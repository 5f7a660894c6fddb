import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { AppointmentFields } from '#contract/appointments.ts';
import { bookableDays, dayOf, isBookable, longDate, readDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { dayText, readTypedDay } from '#web/i18n/days.ts';
import { withAsciiDigits } from '#web/i18n/digits.ts';

export type AppointmentValues = z.input<typeof AppointmentFields>;

export const dateNotRead = t`Date input not valid`;

export const dayNotBookable = (now: number): string => {
  const { first, last } = bookableDays(now);
  return t`Please choose a day from ${dayText(first)} to ${dayText(last)}`;
};

/** As the wire writes it; what is no day stays as it was typed, and is refused. */
export const toWireDay = (typed: string): string => {
  const day = typeof typed === 'string' ? readTypedDay(typed) : undefined;
  return day ? longDate(day) : typed;
};

const toWireDigits = (typed: string): string => (typeof typed === 'string' ? withAsciiDigits(typed) : typed);

/** The contract's rules, and the server's bounds of the day said before anything is sent. */
export const appointmentSchema = (clock: () => number = siteNow) => {
  const { phone, date } = AppointmentFields.shape;
  const isBookableText = (value: string) => {
    const day = readDay(value);
    return day === undefined || isBookable(day, clock());
  };
  const bookable = date.check(z.refine(isBookableText, { error: () => dayNotBookable(clock()) }));
  return z.extend(AppointmentFields, {
    phone: z.pipe(z.transform<string, string>(toWireDigits), phone),
    date: z.pipe(z.transform<string, string>(toWireDay), bookable),
  });
};

export const emptyRequest = (today: Date): AppointmentValues => ({
  name: '',
  phone: '',
  center: '',
  bloodGroup: 'A+',
  date: dayText(dayOf(today)),
  opinion: '',
  publishAs: undefined,
});
