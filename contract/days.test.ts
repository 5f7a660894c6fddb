import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookableDays, type Day, dayOf, isBookable, longDate, readDay } from './days.ts';

test.each([
  ['November 21, 2026', '2026-11-21'],
  ['  november 1, 2026 ', '2026-11-01'],
  ['2026-11-21', '2026-11-21'],
  ['February 29, 2028', '2028-02-29'],
])('%j is a day', (text, day) => {
  expect(readDay(text)).toBe(day);
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
])('%j is no day', (text) => {
  expect(readDay(text)).toBeUndefined();
});

test('every day reads back as it was written, in both forms', () => {
  const anyDay = fc
    .date({ min: new Date(1990, 0, 1), max: new Date(2100, 0, 1), noInvalidDate: true })
    .map(dayOf);
  fc.assert(
    fc.property(anyDay, (day) => readDay(longDate(day)) === day && readDay(day) === day),
    { numRuns: 2000 },
  );
});

test('days from UTC yesterday to 366 ahead can be booked', () => {
  const now = Date.UTC(2026, 10, 21, 23, 59);
  expect(bookableDays(now)).toEqual({ first: '2026-11-20', last: '2027-11-22' });
  expect(isBookable('2026-11-19' as Day, now)).toBe(false);
});
