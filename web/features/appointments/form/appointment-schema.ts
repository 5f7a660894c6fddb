import { t } from '@lingui/core/macro';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { AppointmentFields, TypedPhone } from '#contract/appointments.ts';
import { bookableDays, type Day, isBookable } from '#contract/days.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { siteToday } from '#web/api/site-today.ts';
import { formatDay } from '#web/i18n/days.ts';
import { parseTypedDay } from '#web/i18n/typed-days.ts';
import type { phoneField } from '#web/queries/phone-field.ts';

export type AppointmentValues = z.input<typeof AppointmentFields>;

export const unreadableDateMessage = t`Date input not valid`;

export const dayNotBookableMessage = (now: number): string => {
  const { first, last } = bookableDays(now);
  return t`Choose a day from ${formatDay(first)} to ${formatDay(last)}`;
};

/**
 * Returns the contract's rules with the server's date range, so that an unavailable day is reported before
 * sending.
 */
export const appointmentSchema = (
  clock: () => number = siteNow,
  phone: ReturnType<typeof phoneField> = TypedPhone,
) => {
  const parseBookable = z.transform((typed: string, context): Day => {
    const day = parseTypedDay(typed);
    if (day && isBookable(day, clock())) return day;
    const message = day ? dayNotBookableMessage(clock()) : unreadableDateMessage;
    context.issues.push({ code: 'custom', message, input: typed });
    return z.NEVER;
  });
  return z.extend(AppointmentFields, {
    phone,
    date: z.pipe(z.string(unreadableDateMessage), parseBookable),
  });
};

export const createEmptyRequest = (today: Day = siteToday()): AppointmentValues => ({
  name: '',
  phone: '',
  center: '',
  bloodGroup: 'A+',
  date: formatDay(today),
  time: undefined,
  opinion: '',
  publishAs: undefined,
});

/** React Hook Form's controls of the appointment form. */
export type AppointmentFormControls = UseFormReturn<AppointmentValues, unknown, AppointmentFields>;
