import { type Day, formatLongDate, parseDay, toDay } from '#contract/days.ts';
import type { Month } from '#contract/months.ts';
import { siteNow } from '#web/api/site-clock.ts';
import { formatPlainNumber, toAsciiDigits, toLocalDigits } from './digits.ts';
import { language } from './language.ts';

const months = [
  ...['জানুয়ারি', 'ফেব্রুয়ারি', 'মার্চ', 'এপ্রিল', 'মে', 'জুন'],
  ...['জুলাই', 'আগস্ট', 'সেপ্টেম্বর', 'অক্টোবর', 'নভেম্বর', 'ডিসেম্বর'],
];

/** The reader's calendar day. */
export const siteToday = (): Day => toDay(new Date(siteNow()));

/** Formats a calendar day: `November 21, 2026`; `২১ নভেম্বর, ২০২৬`. */
export const formatDay = (day: Day): string =>
  language === 'en' ? formatLongDate(day) : formatBengaliDay(day);

function formatBengaliDay(day: Day): string {
  const [year = '', month, date] = day.split('-');
  return `${formatPlainNumber(Number(date))} ${months[Number(month) - 1]}, ${formatPlainNumber(year)}`;
}

/** Formats a time of day: `9:30`; `৯:৩০`. */
export const formatTime = (time: string): string => toLocalDigits(time.replace(/^0/, ''));

/** Formats the day of an appointment, and its arrival time where the center has one: `November 21, 2026, 9:30`. */
export const formatDayAndTime = ({ date, time }: { date: Day; time?: string | undefined }): string =>
  time ? `${formatDay(date)}, ${formatTime(time)}` : formatDay(date);

/** Formats a month: `November 2026`; `নভেম্বর ২০২৬`. */
export function formatMonth(month: Month): string {
  const [year = '', number] = month.split('-');
  if (language === 'bn') return `${months[Number(number) - 1]} ${formatPlainNumber(year)}`;
  return formatLongDate(`${month}-01` as Day).replace(' 1,', '');
}

/** Parses typed text: long English or ISO format, on a Bengali page also `২১ নভেম্বর, ২০২৬` and Bengali digits. */
export function parseTypedDay(input: string): Day | undefined {
  const text = toAsciiDigits(input.trim());
  const day = parseDay(text);
  if (day || language === 'en') return day;
  const [, date = '', name = '', year = ''] = /^(\d{1,2})\s+(\S+?),?\s+(\d{4})$/.exec(normalize(text)) ?? [];
  const month = months.findIndex((each) => normalize(each) === normalize(name)) + 1;
  return month > 0 ? parseDay(`${year}-${twoDigits(String(month))}-${twoDigits(date)}`) : undefined;
}

const twoDigits = (number: string): string => number.padStart(2, '0');

/** Unifies alternative spellings: য় as one or two characters, জানুয়ারি and জানুয়ারী. */
const normalize = (text: string): string => text.normalize('NFC').replaceAll('ী', 'ি');
