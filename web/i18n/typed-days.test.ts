import { expect, test, vi } from 'vitest';
import { parseTypedDay } from './typed-days.ts';

test.each([
  ...['November 25, 2026', 'november ২৫, 2026', 'NOV 25 2026', 'Nov. 25th, 2026', 'November 25,2026'],
  ...[
    '25 November 2026',
    '25 nov 2026',
    '25th November, 2026',
    '25-Nov-2026',
    '25 Nov. 2026',
    '25november2026',
  ],
  ...['25/11/2026', '25-11-2026', '25.11.2026', '25 11 2026', ' 25 / 11 / 2026 '],
  ...['2026-11-25', '2026/11/25', '২০২৬-১১-২৫', '২৫/১১/২০২৬'],
  ...['২৫ নভেম্বর, ২০২৬', '২৫ নভেম্বর ২০২৬', ' 25  নভেম্বর , 2026 ', '২৫শে নভেম্বর ২০২৬', '২৫ নভে ২০২৬'],
])('parses %s', (text) => {
  expect(parseTypedDay(text)).toBe('2026-11-25');
});

test.each([
  ['১ জানুয়ারি, ২০২৭', '2027-01-01'],
  ['১লা জানুয়ারী, ২০২৭', '2027-01-01'],
  ['২৮ ফেব্রুয়ারি ২০২৭', '2027-02-28'],
  ['২৮ ফেব্রুয়ারী ২০২৭', '2027-02-28'],
  ['৯ই জুলাই, ২০২৭', '2027-07-09'],
  ['৯ আগষ্ট ২০২৭', '2027-08-09'],
  ['3 Sept 2027', '2027-09-03'],
  ['3/4/2027', '2027-04-03'],
  ['2027/4/3', '2027-04-03'],
])('parses %s, with the day first in numbers unless the year is', (text, day) => {
  expect(parseTypedDay(text)).toBe(day);
});

test.each([
  ...[
    '',
    '২৫ , ২০২৬',
    'আজ',
    'tomorrow',
    '27 November',
    '11/2026',
    '25/11/26',
    '1/2/3/2026',
    'November 252026',
  ],
  ...['30 February 2027', '৩০ ফেব্রুয়ারি, ২০২৭', '11/25/2026', '0/11/2026', '25/11-2026', '2026-13-01'],
  ...[
    '২৫ কার্তিক, ২০২৬',
    '১২৩ মে, ২০২৬',
    '5 Ma 2026',
    '5 Mayor 2026',
    '5 2026',
    '-5/11/2026',
    '25 1 November 2026',
  ],
])('does not parse %j', (text) => {
  expect(parseTypedDay(text)).toBeUndefined();
});

test.each(['en', 'bn'])('parses each day of a year as %s pages format it', async (language) => {
  vi.resetModules();
  vi.stubEnv('LANGUAGE', language);
  const { formatDay } = await import('./days.ts');
  for (let day = 0; day < 366; day += 1) {
    const iso = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10);
    expect(parseTypedDay(formatDay(iso as never))).toBe(iso);
  }
  vi.unstubAllEnvs();
});
