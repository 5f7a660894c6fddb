import { type Day, longDate, readDay } from '#contract/days.ts';
import { language, localeOfPage } from './language.ts';
import { withAsciiDigits } from './numbers.ts';

const format = new Intl.DateTimeFormat(localeOfPage, { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar day for the reader: `November 21, 2026`; `২১ নভেম্বর, ২০২৬`. */
export const dayText = (day: Day): string =>
  language === 'en' ? longDate(day) : format.format(new Date(`${day}T00:00Z`));

/** The same of a day as it comes from the server, in long English. */
export function dayTextOf(wire: string): string {
  const day = readDay(wire);
  return day ? dayText(day) : wire;
}

/** A day as somebody types it: long or ISO text, on a Bengali page also `২১ নভেম্বর, ২০২৬` and Bengali digits. */
export function readTypedDay(typed: string): Day | undefined {
  const text = withAsciiDigits(typed.trim());
  const day = readDay(text);
  if (day || language === 'en') return day;
  const [, date = '', name = '', year = ''] = /^(\d{1,2})\s+(\S+?),?\s+(\d{4})$/.exec(plain(text)) ?? [];
  const month = months.indexOf(plain(name)) + 1;
  return month > 0 ? readDay(`${year}-${twoDigits(String(month))}-${twoDigits(date)}`) : undefined;
}

const twoDigits = (number: string): string => number.padStart(2, '0');

/** One spelling of what keyboards write in two: য় as one sign or two, জানুয়ারি and জানুয়ারী. */
const plain = (text: string): string => text.normalize('NFC').replaceAll('ী', 'ি');

const monthName = new Intl.DateTimeFormat(localeOfPage, { month: 'long', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => plain(monthName.format(Date.UTC(2026, month, 15))));
