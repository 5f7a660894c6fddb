import { type Day, englishMonths, parseDay } from '#contract/days.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { bengaliMonths } from './days.ts';

// This file is separate from days.ts, because pages need only that one before their first paint.

/**
 * Parses a day as people type it, with English or Bengali digits and names of months: `27 November 2026`,
 * `Nov 27th, 2026`, `২৭শে নভেম্বর, ২০২৬`, `27/11/2026` or `2026-11-27`. In numeric dates the day comes first,
 * as in Bangladesh, unless the year does.
 */
export function parseTypedDay(input: string): Day | undefined {
  const text = simplify(input);
  const {
    year = '',
    month = '',
    date = '',
  } = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined) ?? {};
  const number = /\d/.test(month) ? month : String(findMonth(month) ?? '');
  return parseDay([year, number.padStart(2, '0'), date.padStart(2, '0')].join('-'));
}

const forms = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<date>\d{1,2})$/,
  /^(?<date>\d{1,2})([-/. ])(?<month>\d{1,2})\2(?<year>\d{4})$/,
  /^(?<date>\d{1,2})(?:st|nd|rd|th|লা|রা|ঠা|ই|শে)?[-/., ]?(?<month>[\p{L}\p{M}]+)[-/., ]?(?<year>\d{4})$/u,
  /^(?<month>[\p{L}\p{M}]+)[-/., ]?(?<date>\d{1,2})(?:st|nd|rd|th)?[-/., ](?<year>\d{4})$/u,
];

/**
 * Unifies digits, space, upper case, and spellings: য় as one or two characters, জানুয়ারি and জানুয়ারী,
 * আগস্ট and আগষ্ট.
 */
const simplify = (text: string): string =>
  toAsciiDigits(text.normalize('NFC').trim().toLowerCase())
    .replaceAll('ী', 'ি')
    .replaceAll('ষ', 'স')
    .replace(/\s+/g, ' ')
    .replace(/ ?([-/.,]) ?/g, '$1');

const MIN_LETTERS = 3;

/** Finds a month by its name or its first letters: `Sept`. */
function findMonth(name: string): number | undefined {
  const isNamed = (month: string) =>
    simplify(month) === name || (name.length >= MIN_LETTERS && simplify(month).startsWith(name));
  const index = [englishMonths, bengaliMonths].map((names) => names.findIndex(isNamed));
  return Math.max(...index) + 1 || undefined;
}
