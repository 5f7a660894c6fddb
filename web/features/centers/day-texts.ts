import { t } from '@lingui/core/macro';
import type { CenterDay } from '#contract/centers.ts';
import { toLocalDigits } from '#web/i18n/digits.ts';
import { pageLocale } from '#web/i18n/language.ts';

/** Formats a time of day: `9:30`. */
export const formatTime = (time: string): string => toLocalDigits(time.replace(/^0/, ''));

export function formatHours({ opens = '', closes = '' }: CenterDay): string {
  const [start, end] = [formatTime(opens), formatTime(closes)];
  return t`${start} to ${end}`;
}

/** The weekday of an ISO day. Only for what is loaded: locale data differ between browsers and the build. */
export const weekdayOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(pageLocale, { weekday: 'long', timeZone: 'UTC' });
