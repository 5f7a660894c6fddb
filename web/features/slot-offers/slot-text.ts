import type { Day } from '#contract/days.ts';
import { toDate } from '#contract/days.ts';
import type { ClinicSlot } from '#contract/slot-offers.ts';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';

const weekday = new Intl.DateTimeFormat(pageLocale, { weekday: 'long' });

/** Formats a slot: `Wednesday, November 25, 2026, 9:30`. */
export function formatSlot({ date, time }: ClinicSlot): string {
  const day = date as Day;
  return [weekday.format(toDate(day)), formatDay(day), ...(time ? [formatTime(time)] : [])].join(', ');
}
