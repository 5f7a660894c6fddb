import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { chooseTime, describeDay, findNextFree } from './clinic-day.ts';

const current = { date: '2026-11-24' as Day, time: '09:30' };
const clinicOn = (date: string, ...free: number[]) => ({
  date,
  open: true,
  capacity: 2,
  free: free.reduce((sum, slots) => sum + slots, 0),
  intervals: free.map((slots, n) => ({ time: ['09:00', '09:30'][n] as string, free: slots })),
});

describe('the arrival time on a new day', () => {
  test('stays the same while it is free, and otherwise is the first free one', () => {
    expect(chooseTime(current, clinicOn('2026-11-25', 1, 1), '09:30').time).toBe('09:30');
    expect(chooseTime(current, clinicOn('2026-11-25', 1, 1), '09:00').time).toBe('09:00');
    expect(chooseTime(current, clinicOn('2026-11-25', 1, 0), '09:30').time).toBe('09:00');
  });

  test("the donor's own slot is free for them, unless it was closed or has passed", () => {
    const full = clinicOn('2026-11-24', 0, 0);
    expect(chooseTime(current, full, '09:30')).toMatchObject({ time: '09:30', isFree: true });
    expect(chooseTime({ ...current, isClosed: true }, full, '09:30').isFree).toBe(false);
    const over = {
      ...full,
      intervals: full.intervals.map((interval) => ({ ...interval, isOver: true as const })),
    };
    expect(chooseTime(current, over, '09:30').isFree).toBe(false);
  });

  test('a day without intervals has none', () => {
    const { intervals: _, ...day } = clinicOn('2026-11-25', 1);
    expect(chooseTime(current, day, '09:30')).toEqual({
      intervals: undefined,
      time: undefined,
      isFree: true,
    });
    expect(chooseTime(current, { ...day, free: 0 }, '09:30').isFree).toBe(false);
  });
});

test('says why a day has no free slot, and finds the next three free ones', () => {
  const days = ['25', '26', '27', '28', '29', '30'].map((day, n) =>
    clinicOn(`2026-11-${day}`, n === 2 ? 0 : 1),
  );
  const full = clinicOn('2026-11-24', 0);
  expect(findNextFree(days, full)).toEqual(['2026-11-25', '2026-11-26', '2026-11-28']);
  expect(findNextFree(days, days[0])).toEqual([]);
  expect(describeDay('Dhaka', full)).toBe('Dhaka is full on November 24, 2026.');
  expect(describeDay('Dhaka', { ...full, open: false, isClosed: true })).toBe(
    'Dhaka is closed on November 24, 2026.',
  );
});
