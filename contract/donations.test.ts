import { expect, test } from 'vitest';
import type { Day } from './days.ts';
import { countByYear, findDeferral, isInHistory, isPast } from './donations.ts';

const toDays = (...texts: string[]) => texts as Day[];

test('counts days per year, latest year first, with 0 for a year without donations', () => {
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
])('on November 22, isPast(%s) is %s', (day, past) => {
  expect(isPast(day as Day, '2026-11-22' as Day)).toBe(past);
});

test('an appointment today belongs to the history once the center has recorded its outcome', () => {
  const today = '2026-11-22' as Day;
  const statuses = ['booked', 'arrived', 'noshow', 'fulfilled', 'deferred', 'not-given'] as const;
  expect(statuses.filter((status) => isInHistory({ date: today, status }, today))).toEqual([
    ...['fulfilled', 'deferred', 'not-given'],
  ]);
  expect(isInHistory({ date: '2026-11-21' as Day }, today)).toBe(true);
});

test('finds the longest deferral that is not over', () => {
  const past = [{ deferredUntil: '2026-12-01' }, { deferredUntil: '2027-01-01' }, {}];
  expect(findDeferral(past, '2026-11-22' as Day)).toBe('2027-01-01');
  expect(findDeferral(past, '2027-01-01' as Day)).toBeUndefined();
});
