import { plural, t } from '@lingui/core/macro';
import type { Center } from '#contract/centers.ts';
import { type Day, toDate, utcDay } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { formatDay } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';

export const statusTexts: Record<AppointmentStatus, string> = {
  booked: t`Expected`,
  arrived: t`Arrived`,
  fulfilled: t`Gave blood`,
  deferred: t`Deferred`,
  'not-given': t`No donation`,
  noshow: t`Did not come`,
  cancelled: t`Canceled`,
};

export const unsentText = (count: number): string =>
  plural(count, { one: '# change was not sent yet', other: '# changes were not sent yet' });

/** The day at a center. */
export const dayAt = ({ timeZone }: Pick<Center, 'timeZone'>, at: number): Day =>
  new Date(at).toLocaleDateString('en-CA', { timeZone }) as Day;

export const dayBefore = (day: Day): Day => utcDay(Date.parse(day) - 86_400_000);

const weekdayFormat = new Intl.DateTimeFormat(pageLocale, { weekday: 'long' });

/** Formats a day with its weekday: `Wednesday, November 25, 2026`. */
export const formatWeekday = (day: Day): string => `${weekdayFormat.format(toDate(day))}, ${formatDay(day)}`;

const timeFormat = new Intl.DateTimeFormat(pageLocale, { timeStyle: 'short' });

/** Formats an instant: `9:40 AM`. */
export const formatClock = (at: number): string => timeFormat.format(at);
