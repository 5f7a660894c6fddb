import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { daysUntil, splitByDay } from './split-by-day.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const list = (...days: string[]) => days.map((date) => ({ _id: date, date: date as Day }) as Appointment);
const noonUtc = Date.UTC(2026, 10, 23, 12);

function split(...days: string[]) {
  const { next, upcoming, past } = splitByDay(list(...days), noonUtc);
  return { next: next?.date, upcoming: upcoming.map(({ date }) => date), past: past.map(({ date }) => date) };
}

describe('splitByDay', () => {
  test('lists upcoming appointments earliest first and past ones latest first', () => {
    expect(split('2026-12-24', '2026-05-01', '2026-11-23', '2026-11-20')).toEqual({
      next: '2026-11-23',
      upcoming: ['2026-11-23', '2026-12-24'],
      past: ['2026-11-20', '2026-05-01'],
    });
  });

  test('counts yesterday in UTC as upcoming, but not as the next donation', () => {
    expect(split('2026-11-22', '2026-11-21')).toEqual({
      next: undefined,
      upcoming: ['2026-11-22'],
      past: ['2026-11-21'],
    });
  });
});

test.each([
  ['2026-11-23', 0],
  ['2026-11-24', 1],
  ['2027-03-28', 125],
])('counts the days until %s', (day, days) => {
  vi.setSystemTime(new Date(2026, 10, 23, 23, 59));
  expect(daysUntil(day as Day)).toBe(days);
});
