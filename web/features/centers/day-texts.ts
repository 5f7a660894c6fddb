import { t } from '@lingui/core/macro';
import type { CenterDay } from '#contract/centers.ts';
import { formatTime } from '#web/i18n/days.ts';
import { pageLocale } from '#web/i18n/language.ts';

export function formatHours({ opens = '', closes = '' }: Pick<CenterDay, 'opens' | 'closes'>): string {
  const [start, end] = [formatTime(opens), formatTime(closes)];
  return t`${start} to ${end}`;
}

/**
 * Returns the weekday of an ISO day. Use it only for loaded content, because locale data differ between
 * browsers and the server.
 */
export const weekdayOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(pageLocale, { weekday: 'long', timeZone: 'UTC' });
