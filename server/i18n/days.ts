import { type Day, formatLongDate, toDate } from '#contract/days.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { type Language, locale } from '#contract/languages.ts';

/** Formats a day: `November 21, 2026` or `২১ নভেম্বর, ২০২৬`. */
export const formatDay = (language: Language, day: Day): string =>
  language === 'en'
    ? formatLongDate(day)
    : toDate(day).toLocaleDateString(locale[language], { dateStyle: 'long' });

/** Formats a time of day: `09:30` or `০৯:৩০`. */
export const formatTime = (language: Language, time: string): string =>
  language === 'bn' ? toBengaliDigits(time) : time;

/** Created once, because creating a formatter takes longer than rendering the rest of an email. */
const weekdays: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat(locale.en, { weekday: 'long' }),
  bn: new Intl.DateTimeFormat(locale.bn, { weekday: 'long' }),
};

/** Formats a day with its weekday: `Saturday, November 21, 2026`. */
export const formatWeekdayAndDay = (language: Language, day: Day): string =>
  `${weekdays[language].format(toDate(day))}, ${formatDay(language, day)}`;
