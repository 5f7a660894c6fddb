import type { Day } from '#contract/days.ts';
import { toDate } from '#contract/days.ts';
import type { ClinicPlace } from '#contract/place-offers.ts';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';

const weekday = new Intl.DateTimeFormat(pageLocale, { weekday: 'long' });
const clock = new Intl.DateTimeFormat(pageLocale, { hour: 'numeric', minute: '2-digit' });

/** Formats a place: `Wednesday, November 25, 2026, 9:30`. */
export function formatPlace({ date, time }: ClinicPlace): string {
  const day = date as Day;
  return [weekday.format(toDate(day)), formatDay(day), ...(time ? [formatTime(time)] : [])].join(', ');
}

/** Formats the time of an instant in the reader's time zone. @param iso ISO 8601 */
export const formatInstant = (iso: string): string => clock.format(new Date(iso));
