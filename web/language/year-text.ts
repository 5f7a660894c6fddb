import { language, localeOfPage } from './language.ts';

/** `2026`; `২০২৬`. */
export const yearText = (year: number | string): string =>
  language === 'en' ? String(year) : Number(year).toLocaleString(localeOfPage, { useGrouping: false });
