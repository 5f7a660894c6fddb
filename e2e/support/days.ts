import { type Language, locale } from '../../contract/languages.ts';

/** A day to come as pages in that language write it. */
export const dayIn = (language: Language, ahead: number): string =>
  new Intl.DateTimeFormat(locale[language], { dateStyle: 'long' }).format(
    new Date(Date.now() + ahead * 86_400_000),
  );
