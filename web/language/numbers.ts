import { localeOfPage } from './language.ts';

const format = new Intl.NumberFormat(localeOfPage);

/** `1,346`; `১,৩৪৬`. */
export const numberText = (value: number): string => format.format(value);

const bengaliZero = '০'.charCodeAt(0);

/** What was typed with Bengali digits, with those that the server reads: `০১৭` is `017`. */
export const withAsciiDigits = (typed: string): string =>
  typed.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));
