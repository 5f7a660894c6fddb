import { type Day, dateOf, longDate } from '#contract/days.ts';
import { type Language, locale } from '#contract/languages.ts';

/** `November 21, 2026`; `২১ নভেম্বর, ২০২৬`. */
export const dayIn = (language: Language, day: Day): string =>
  language === 'en' ? longDate(day) : dateOf(day).toLocaleDateString(locale[language], { dateStyle: 'long' });

/** `Saturday, November 21, 2026`. */
export const weekdayAndDayIn = (language: Language, day: Day): string =>
  `${dateOf(day).toLocaleDateString(locale[language], { weekday: 'long' })}, ${dayIn(language, day)}`;
