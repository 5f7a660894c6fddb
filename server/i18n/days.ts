import { type Day, formatLongDate, toDate } from '#contract/days.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { type Language, locale } from '#contract/languages.ts';

/** Formats a day: `November 21, 2026` or `২১ নভেম্বর, ২০২৬`. */
export const formatDay = (language: Language, day: Day): string =>
  language === 'en'
    ? formatLongDate(day)
    : toDate(day).toLocaleDateString(locale[language], { dateStyle: 'long' });

/** Formats a time of day: `9:30` or `৯:৩০`. */
export function formatTime(language: Language, time: string): string {
  const withoutZero = time.replace(/^0/, '');
  return language === 'bn' ? toBengaliDigits(withoutZero) : withoutZero;
}

/** Created once, because creating a formatter takes longer than rendering the rest of an email. */
const weekdays: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat(locale.en, { weekday: 'long' }),
  bn: new Intl.DateTimeFormat(locale.bn, { weekday: 'long' }),
};

/** Formats a day with its weekday: `Saturday, November 21, 2026`. */
export const formatWeekdayAndDay = (language: Language, day: Day): string =>
  `${weekdays[language].format(toDate(day))}, ${formatDay(language, day)}`;
