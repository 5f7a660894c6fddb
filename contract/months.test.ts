import { expect, test } from 'vitest';
import { addMonths, listDaysInMonth, MONTH_PATTERN, type Month, utcMonth } from './months.ts';

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', -23, '2024-12'],
  ['2999-12', 1, '3000-01'],
])('%s and %d months is %s', (month, months, expected) => {
  expect(addMonths(month as Month, months)).toBe(expected);
});

test.each([
  ['2024-02', 29],
  ['2026-02', 28],
  ['2100-02', 28],
  ['2026-04', 30],
  ['2026-12', 31],
])('%s has %d days', (month, length) => {
  const days = listDaysInMonth(month as Month);
  expect(days).toHaveLength(length);
  expect([days[0], days.at(-1)]).toEqual([`${month}-01`, `${month}-${length}`]);
});

test('a month begins at midnight in UTC', () => {
  const midnight = Date.UTC(2027, 0, 1);
  expect([midnight - 1, midnight].map(utcMonth)).toEqual(['2026-12', '2027-01']);
});

test.each(['2026-13', '2026-00', '2026-1', '1999-12', '2026-11-01', ' 2026-11', '２026-11', ''])(
  '%j is not a month',
  (text) => {
    expect(MONTH_PATTERN.test(text)).toBe(false);
  },
);
