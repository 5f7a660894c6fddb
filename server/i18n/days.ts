import { type Day, formatLongDate, toDate } from '#contract/days.ts';
import { type Language, locale } from '#contract/languages.ts';

/** `November 21, 2026`; `২১ নভেম্বর, ২০২৬`. */
export const formatDay = (language: Language, day: Day): string =>
  language === 'en'
    ? formatLongDate(day)
    : toDate(day).toLocaleDateString(locale[language], { dateStyle: 'long' });

/** To create one takes longer than composing the rest of a message. */
const weekdays: Record<Language, Intl.DateTimeFormat> = {
  en: new Intl.DateTimeFormat(locale.en, { weekday: 'long' }),
  bn: new Intl.DateTimeFormat(locale.bn, { weekday: 'long' }),
};

/** `Saturday, November 21, 2026`. */
export const formatWeekdayAndDay = (language: Language, day: Day): string =>
  `${weekdays[language].format(toDate(day))}, ${formatDay(language, day)}`;
