import { localeOfPage } from '#web/language/language.ts';

const format = new Intl.NumberFormat(localeOfPage, { useGrouping: false });

/** `2026`; `২০২৬`. */
export const yearText = (year: string): string => format.format(Number(year));
