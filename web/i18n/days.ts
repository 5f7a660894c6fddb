import { type Day, formatLongDate } from '#contract/days.ts';
import type { Month } from '#contract/months.ts';
import { formatPlainNumber, toLocalDigits } from './digits.ts';
import { language } from './language.ts';

export const bengaliMonths = [
  ...['জানুয়ারি', 'ফেব্রুয়ারি', 'মার্চ', 'এপ্রিল', 'মে', 'জুন'],
  ...['জুলাই', 'আগস্ট', 'সেপ্টেম্বর', 'অক্টোবর', 'নভেম্বর', 'ডিসেম্বর'],
];

/** Formats a calendar day: `November 21, 2026`; `২১ নভেম্বর, ২০২৬`. */
export const formatDay = (day: Day): string =>
  language === 'en' ? formatLongDate(day) : formatBengaliDay(day);

function formatBengaliDay(day: Day): string {
  const [year = '', month, date] = day.split('-');
  return `${formatPlainNumber(Number(date))} ${bengaliMonths[Number(month) - 1]}, ${formatPlainNumber(year)}`;
}

/** Formats a time of day: `9:30`; `৯:৩০`. */
export const formatTime = (time: string): string => toLocalDigits(time.replace(/^0/, ''));

/**
 * Formats the day of an appointment, and its arrival time where the center has one: `November 21, 2026,
 * 9:30`.
 */
export const formatDayAndTime = ({ date, time }: { date: Day; time?: string | undefined }): string =>
  time ? `${formatDay(date)}, ${formatTime(time)}` : formatDay(date);

/** Formats a month: `November 2026`; `নভেম্বর ২০২৬`. */
export function formatMonth(month: Month): string {
  const [year = '', number] = month.split('-');
  if (language === 'bn') return `${bengaliMonths[Number(number) - 1]} ${formatPlainNumber(year)}`;
  return formatLongDate(`${month}-01` as Day).replace(' 1,', '');
}
