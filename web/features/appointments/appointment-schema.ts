import { t } from '@lingui/core/macro';
import * as z from 'zod/mini';
import { AppointmentFields } from '#contract/appointments.ts';
import { bookableDays, formatLongDate, isBookable, parseDay, toDay } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { formatDay, parseTypedDay } from '#web/i18n/days.ts';
import { toAsciiDigits } from '#web/i18n/digits.ts';

export type AppointmentValues = z.input<typeof AppointmentFields>;

export const unreadableDateMessage = t`Date input not valid`;

export const dayNotBookableMessage = (now: number): string => {
  const { first, last } = bookableDays(now);
  return t`Choose a day from ${formatDay(first)} to ${formatDay(last)}`;
};

/** Converts a typed day to the wire format. Text that is not a day stays unchanged and fails validation. */
export const toWireDay = (typed: string): string => {
  const day = typeof typed === 'string' ? parseTypedDay(typed) : undefined;
  return day ? formatLongDate(day) : typed;
};

const toWireDigits = (typed: string): string => (typeof typed === 'string' ? toAsciiDigits(typed) : typed);

/** The contract's rules plus the server's date range, so that an unavailable day is reported before sending. */
export const appointmentSchema = (clock: () => number = siteNow) => {
  const { phone, date } = AppointmentFields.shape;
  const isBookableText = (value: string) => {
    const day = parseDay(value);
    return day === undefined || isBookable(day, clock());
  };
  const bookable = date.check(z.refine(isBookableText, { error: () => dayNotBookableMessage(clock()) }));
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
  date: formatDay(toDay(today)),
  opinion: '',
  publishAs: undefined,
});
