import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { daysUntil, isOver, isPastDay, splitByDay } from './split-by-day.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const list = (...days: string[]) => days.map((date) => ({ _id: date, date: date as Day }) as Appointment);
const noonUtc = Date.UTC(2026, 10, 23, 12);

function split(...days: string[]) {
  const { next, ...lists } = splitByDay(list(...days), noonUtc);
  const { others, upcoming, past } = lists;
  const [otherDays, upcomingDays, pastDays] = [others, upcoming, past].map((all) =>
    all.map(({ date }) => date),
  );
  return { next: next?.date, others: otherDays, upcoming: upcomingDays, past: pastDays };
}

test('an appointment is over once the center recorded how it ended', () => {
  const [booked] = list('2026-11-23');
  if (!booked) throw new Error();
  const isOverAs = (status: Appointment['status']) => isOver({ ...booked, status });
  expect((['fulfilled', 'deferred', 'not-given', 'noshow', 'cancelled'] as const).every(isOverAs)).toBe(true);
  expect(([undefined, 'booked', 'arrived'] as const).some(isOverAs)).toBe(false);
});

describe('splitByDay', () => {
  test('lists upcoming appointments earliest first and past ones latest first', () => {
    expect(split('2026-12-24', '2026-05-01', '2026-11-23', '2026-11-20')).toEqual({
      next: '2026-11-23',
      others: ['2026-12-24'],
      upcoming: ['2026-11-23', '2026-12-24'],
      past: ['2026-11-20', '2026-05-01'],
    });
  });

  test('counts yesterday in UTC as upcoming, but not as the next donation', () => {
    expect(split('2026-11-22', '2026-11-21')).toEqual({
      next: undefined,
      others: ['2026-11-22'],
      upcoming: ['2026-11-22'],
      past: ['2026-11-21'],
    });
  });

  test('lists an appointment that the center canceled, but not as the next donation', () => {
    const [first, second, third] = list('2026-11-23', '2026-11-24', '2026-11-25');
    if (!first || !second || !third) throw new Error();
    const canceled = { ...first, status: 'cancelled' } as const;
    expect(splitByDay([canceled, second, third], noonUtc)).toMatchObject({
      next: second,
      others: [third, canceled],
    });
  });

  test('lists appointments that the center recorded today, but not as the next donation', () => {
    const [today, later] = list('2026-11-23', '2026-11-30');
    if (!today || !later) throw new Error();
    const given = { ...today, status: 'fulfilled' } as const;
    expect(splitByDay([given, later], noonUtc)).toMatchObject({ next: later, others: [given] });
    const arrived = { ...today, status: 'arrived' } as const;
    expect(splitByDay([arrived, later], noonUtc)).toMatchObject({ next: arrived, others: [later] });
  });

  test('lists an appointment whose day the center closed first, but not as the next donation', () => {
    const [first, second, third] = list('2026-11-23', '2026-11-24', '2026-11-25');
    if (!first || !second || !third) throw new Error();
    const closed = { ...second, isClosed: true } as const;
    expect(splitByDay([first, closed, third], noonUtc)).toMatchObject({
      next: first,
      others: [closed, third],
    });
    expect(splitByDay([closed], noonUtc)).toMatchObject({ next: undefined, others: [closed] });
  });

  test('lists every upcoming appointment as the next or another one, yesterday last', () => {
    expect(split('2026-11-22', '2026-11-24', '2026-11-23')).toMatchObject({
      next: '2026-11-23',
      others: ['2026-11-24', '2026-11-22'],
      upcoming: ['2026-11-23', '2026-11-24', '2026-11-22'],
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

test("today's appointment is not past until the day is over", () => {
  vi.setSystemTime(new Date(2026, 10, 23, 23, 59));
  const days = ['2026-11-22', '2026-11-23', '2026-11-24'] as Day[];
  expect(days.filter((date) => isPastDay({ date }))).toEqual(['2026-11-22']);
});
