import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookableDays, type Day, formatLongDate, isBookable, parseDay, toDay } from './days.ts';

test.each([
  ['November 21, 2026', '2026-11-21'],
  ['  november 1, 2026 ', '2026-11-01'],
  ['2026-11-21', '2026-11-21'],
  ['February 29, 2028', '2028-02-29'],
])('parses %j as a day', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  '',
  'today',
  'February 30, 2026',
  '2026-02-30',
  '21.11.2026',
  '2026-11-21T00:00:00Z',
  'Nov 21, 2026',
  'November 21, 26',
  'November 05, 2026',
  'November 0, 2026',
  '2026-13-01',
  'constructor 1, 2026',
])('does not parse %j', (text) => {
  expect(parseDay(text)).toBeUndefined();
});

test('parses every formatted day back to the same day, in both notations', () => {
  const anyDay = fc
    .date({ min: new Date(1990, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
    .map(toDay);
  fc.assert(
    fc.property(anyDay, (day) => parseDay(formatLongDate(day)) === day && parseDay(day) === day),
    { numRuns: 2000 },
  );
});

test('lets people book from yesterday (UTC) to 366 days ahead', () => {
  const now = Date.UTC(2026, 10, 21, 23, 59);
  expect(bookableDays(now)).toEqual({ first: '2026-11-20', last: '2027-11-22' });
  expect(isBookable('2026-11-19' as Day, now)).toBe(false);
});
