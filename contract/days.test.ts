import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookableDays, type Day, formatLongDate, isBookable, parseDay, toDay } from './days.ts';
import { countByYear, isPast } from './donations.ts';
import { pictureSources } from './picture-sources.ts';
import { formatMoney } from './values.ts';

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
])('rejects %j: it is not a day', (text) => {
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

const toDays = (...texts: string[]) => texts as Day[];

test('counts days per year, latest year first, with 0 for a year without any', () => {
  expect(countByYear(toDays('2023-12-31', '2026-01-01', '2023-01-01', '2025-06-30'))).toEqual([
    { year: '2026', count: 1 },
    { year: '2025', count: 1 },
    { year: '2024', count: 0 },
    { year: '2023', count: 2 },
  ]);
});

test('returns no years for no days', () => {
  expect(countByYear([])).toEqual([]);
});

test.each([
  ['2026-11-21', true],
  ['2026-11-22', false],
  ['2026-11-23', false],
])('on November 22, past for %s: %s', (day, past) => {
  expect(isPast(day as Day, '2026-11-22' as Day)).toBe(past);
});

const formatted = (amount: number, currency: string) =>
  formatMoney(amount, currency, 'en-US').replace(/\s/g, ' ');

test('formatMoney divides by the smallest unit that the card provider uses', () => {
  expect(formatted(500, 'usd')).toBe('$5.00');
  expect(formatted(500, 'jpy')).toBe('¥500');
  expect(formatted(5000, 'kwd')).toBe('KWD 5.000');
  expect(formatted(500, 'bdt')).toBe('BDT 5.00');
});

test('formatMoney handles currencies whose smallest unit at the provider differs from ISO 4217', () => {
  expect(formatted(500, 'isk')).toBe('ISK 5');
  expect(formatted(500, 'ugx')).toBe('UGX 5');
  expect(formatted(500, 'mga')).toBe('MGA 500');
});

const img = 'https://site.example/images/p1';

test('[GAL-01] requests a picture at width 162, with a 2x variant and larger widths', () => {
  const { src, srcSet } = pictureSources(img, 700);
  expect(src).toBe(`${img}?auto=format&w=162`);
  expect(srcSet.split(', ')).toEqual([
    `${img}?auto=format&w=162 162w`,
    `${img}?auto=format&w=162&dpr=2 324w`,
    `${img}?auto=format&w=486 486w`,
    `${img}?auto=format&w=640 640w`,
  ]);
});

test("keeps the query of a picture's address", () => {
  expect(pictureSources(`${img}?v=2`).src).toBe(`${img}?v=2&auto=format&w=162`);
});
