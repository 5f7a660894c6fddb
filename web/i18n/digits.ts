import { language } from './language.ts';

// Apart from numbers.ts, which no page needs before its first paint.

/** `2026`; `২০২৬`. Without separators, as years and counters are written. */
export const formatPlainNumber = (value: number | string): string => toLocalDigits(String(value));

const bengaliZero = '০'.charCodeAt(0);

export const toLocalDigits = (text: string): string =>
  language === 'bn' ? text.replace(/\d/g, (digit) => String.fromCharCode(bengaliZero + Number(digit))) : text;

/** What was typed with Bengali digits, with those that the server reads: `০১৭` is `017`. */
export const toAsciiDigits = (typed: string): string =>
  typed.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));
