import { expect, test } from 'vitest';
import type { Day } from './days.ts';
import { countByYear, isPast } from './donations.ts';

const days = (...texts: string[]) => texts as Day[];

test('each year from the latest to the first has its count, and one without any has 0', () => {
  expect(countByYear(days('2023-12-31', '2026-01-01', '2023-01-01', '2025-06-30'))).toEqual([
    { year: '2026', count: 1 },
    { year: '2025', count: 1 },
    { year: '2024', count: 0 },
    { year: '2023', count: 2 },
  ]);
});

test('without days there are no years', () => {
  expect(countByYear([])).toEqual([]);
});

test.each([
  ['2026-11-21', true],
  ['2026-11-22', false],
  ['2026-11-23', false],
])('on November 22, %s is past: %s', (day, past) => {
  expect(isPast(day as Day, '2026-11-22' as Day)).toBe(past);
});
