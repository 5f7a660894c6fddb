import { type Day, formatLongDate, parseDay } from '#contract/days.ts';
import { formatPlainNumber, toAsciiDigits } from './digits.ts';
import { language } from './language.ts';

const months = [
  ...['জানুয়ারি', 'ফেব্রুয়ারি', 'মার্চ', 'এপ্রিল', 'মে', 'জুন'],
  ...['জুলাই', 'আগস্ট', 'সেপ্টেম্বর', 'অক্টোবর', 'নভেম্বর', 'ডিসেম্বর'],
];

/** A calendar day for the reader: `November 21, 2026`; `২১ নভেম্বর, ২০২৬`. */
export const formatDay = (day: Day): string => (language === 'en' ? formatLongDate(day) : bengaliDate(day));

function bengaliDate(day: Day): string {
  const [year = '', month, date] = day.split('-');
  return `${formatPlainNumber(Number(date))} ${months[Number(month) - 1]}, ${formatPlainNumber(year)}`;
}

/** The same of a day as it comes from the server, in long English. */
export function formatWireDay(wire: string): string {
  const day = parseDay(wire);
  return day ? formatDay(day) : wire;
}

/** A day as somebody types it: long or ISO text, on a Bengali page also `২১ নভেম্বর, ২০২৬` and Bengali digits. */
export function parseTypedDay(typed: string): Day | undefined {
  const text = toAsciiDigits(typed.trim());
  const day = parseDay(text);
  if (day || language === 'en') return day;
  const [, date = '', name = '', year = ''] = /^(\d{1,2})\s+(\S+?),?\s+(\d{4})$/.exec(plain(text)) ?? [];
  const month = months.findIndex((known) => plain(known) === plain(name)) + 1;
  return month > 0 ? parseDay(`${year}-${twoDigits(String(month))}-${twoDigits(date)}`) : undefined;
}

const twoDigits = (number: string): string => number.padStart(2, '0');

/** One spelling of what keyboards write in two: য় as one sign or two, জানুয়ারি and জানুয়ারী. */
const plain = (text: string): string => text.normalize('NFC').replaceAll('ী', 'ি');
