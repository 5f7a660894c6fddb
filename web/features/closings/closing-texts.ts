import { t } from '@lingui/core/macro';
import type { Day } from '#contract/days.ts';
import { formatDayAndWeekday, formatTime } from '#web/i18n/days.ts';

type Closed = { date: string; opens?: string | undefined; closes?: string | undefined };

/** Formats a closed day, or a part of it: `Tuesday, November 24, 2026, 9:00 to 13:00`. */
export function formatClosed({ date, opens, closes }: Closed): string {
  const day = formatDayAndWeekday(date as Day);
  if (!opens || !closes) return day;
  const [start, end] = [formatTime(opens), formatTime(closes)];
  return t`${day}, ${start} to ${end}`;
}

/** Translated messages of fields, keyed by the English message of the contract and the server. */
const messages: Record<string, string> = {
  'Choose a day with a clinic': t`Choose a day with a clinic`,
  'Date input not valid': t`Choose a day with a clinic`,
  'Enter the date as YYYY-MM-DD': t`Choose a day with a clinic`,
  'Enter a time after the first time': t`Enter a time after the first time`,
  'Enter the time as HH:MM': t`Enter a time`,
  'Use at most 500 characters': t`Use at most 500 characters`,
  'This day has no arrival times. Close the whole day': t`This day has no arrival times. Close the whole day.`,
  'Choose one of the arrival times': t`Choose one of the arrival times`,
  'No arrival time is between these times': t`No arrival time is between these times`,
  'Choose a day from today to a year ahead': t`Choose a day with a clinic`,
};

export const closingFieldMessage = (message: string | undefined): string | undefined =>
  message === undefined ? undefined : (messages[message] ?? message);
