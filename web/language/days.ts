import { type Day, longDate, readDay } from '#contract/days.ts';
import { language, localeOfPage } from './language.ts';

const format = new Intl.DateTimeFormat(localeOfPage, { dateStyle: 'long', timeZone: 'UTC' });

/** A calendar day for the reader: `November 21, 2026`; `২১ নভেম্বর, ২০২৬`. */
export const dayText = (day: Day): string =>
  language === 'en' ? longDate(day) : format.format(new Date(`${day}T00:00Z`));

/** The same of a day as it comes from the server, in long English. */
export function dayTextOf(wire: string): string {
  const day = readDay(wire);
  return day ? dayText(day) : wire;
}
