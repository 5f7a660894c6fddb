import { type Day, formatLongDate } from '#contract/days.ts';
import type { Month } from '#contract/months.ts';
import { formatPlainNumber, toLocalDigits } from './digits.ts';
import { language, pageLocale } from './language.ts';

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

/** From Sunday on. */
const weekdays = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  bn: ['রবিবার', 'সোমবার', 'মঙ্গলবার', 'বুধবার', 'বৃহস্পতিবার', 'শুক্রবার', 'শনিবার'],
};

/** Formats a calendar day with its weekday: `Tuesday, December 1, 2026`; `মঙ্গলবার, ১ ডিসেম্বর, ২০২৬`. */
export const formatDayAndWeekday = (day: Day): string =>
  `${weekdays[language][new Date(day).getUTCDay()]}, ${formatDay(day)}`;

/** Formats a time of day: `9:30`; `৯:৩০`. */
export const formatTime = (time: string): string => toLocalDigits(time.replace(/^0/, ''));

/**
 * Formats the day of an appointment, and its arrival time where the center has one: `Saturday, November 21,
 * 2026, 9:30`.
 */
export const formatDayAndTime = ({ date, time }: { date: Day; time?: string | undefined }): string =>
  [formatDayAndWeekday(date), ...(time ? [formatTime(time)] : [])].join(', ');

/** Formats a month: `November 2026`; `নভেম্বর ২০২৬`. */
export function formatMonth(month: Month): string {
  const [year = '', number] = month.split('-');
  if (language === 'bn') return `${bengaliMonths[Number(number) - 1]} ${formatPlainNumber(year)}`;
  return formatLongDate(`${month}-01` as Day).replace(' 1,', '');
}

/**
 * Formats date and time of an instant in the reader's time zone: `Nov 21, 2026, 16:05`.
 * @param instant ISO 8601, or ms since 1970
 */
export function formatDateTime(instant: string | number): string {
  const date = new Date(instant);
  const [hours, minutes] = [date.getHours(), date.getMinutes()].map((n) => String(n).padStart(2, '0'));
  const day = new Intl.DateTimeFormat(pageLocale, { dateStyle: 'medium' }).format(date);
  return `${day}, ${formatTime(`${hours}:${minutes}`)}`;
}
