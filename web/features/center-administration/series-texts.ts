import { plural, t } from '@lingui/core/macro';
import { type ClinicRule, countSlots } from '#contract/clinic-rule.ts';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

const weekdayFormat = new Intl.DateTimeFormat(pageLocale, { weekday: 'long', timeZone: 'UTC' });

/** Returns the name of an ISO weekday. January 1, 2024 was a Monday. */
export const weekdayName = (weekday: number): string => weekdayFormat.format(Date.UTC(2024, 0, weekday));

/** Describes a series: `96 places on each Tuesday, 9:00 to 17:00.` and its dates. */
export function describeSeries(rule: ClinicRule): string {
  const { weekdays, from, until, opens, closes, intervalMinutes, exceptions } = rule;
  const total = countSlots(rule);
  const slots = plural(total, { one: '# place', other: '# places' });
  const days = [...new Set(weekdays)].sort().map(weekdayName).join(', ');
  const [start, end] = [formatTime(opens), formatTime(closes)];
  const first = formatDay(from);
  const last = until && formatDay(until);
  const perInterval = formatNumber(rule.slots);
  const minutes = formatNumber(intervalMinutes ?? 0);
  return [
    new Set(weekdays).size === 7
      ? t`${slots} every day, ${start} to ${end}.`
      : t`${slots} on each ${days}, ${start} to ${end}.`,
    ...(intervalMinutes === undefined ? [] : [t`${perInterval} every ${minutes} minutes.`]),
    last ? t`From ${first} until ${last}.` : t`From ${first}, without an end.`,
    ...(exceptions.length > 0
      ? [plural(exceptions.length, { one: '# day is left out.', other: '# days are left out.' })]
      : []),
  ].join(' ');
}
