import { expect, test } from 'vitest';
import type { CheckInRow } from '../device/operations.ts';
import { groupByTime, splitEarlier, takeRows } from './group-by-time.ts';

const booked = (time?: string) => ({ ...(time && { time }) }) as CheckInRow;
const walkIn = (time?: string) => ({ ...booked(time), isWalkIn: true }) as CheckInRow;
const times = (...rows: CheckInRow[]) =>
  groupByTime(rows).map((group) => [group.time, ...group.rows.map((row) => row.time)]);

test('walk-ins are listed when they came, between the booked times', () => {
  expect(
    times(
      booked('14:00'),
      walkIn('14:12'),
      walkIn('14:13'),
      booked('14:30'),
      walkIn('14:42'),
      walkIn('17:05'),
    ),
  ).toEqual([
    ['14:00', '14:00', '14:12', '14:13'],
    ['14:30', '14:30', '14:42'],
    ['17:00', '17:05'],
  ]);
  expect(times(walkIn(), walkIn('08:55'), booked('09:00'))).toEqual([
    ['', undefined],
    ['08:00', '08:55'],
    ['09:00', '09:00'],
  ]);
});

test('a clinic without booked times has one group', () => {
  expect(times(booked(), walkIn('14:12'), walkIn('15:30'))).toEqual([['', undefined, '14:12', '15:30']]);
});

test('the hours before the current one are separate, unless nobody else is on the list', () => {
  const day = groupByTime([booked(), booked('09:00'), booked('12:30'), booked('13:00'), booked('15:30')]);
  const split = (hour: string) => {
    const { earlier, current } = splitEarlier(day, hour);
    return [earlier, current].map((groups) => groups.map(({ time }) => time));
  };
  expect(split('13:00')).toEqual([
    ['09:00', '12:30'],
    ['', '13:00', '15:30'],
  ]);
  expect(split('08:00')).toEqual([[], ['', '09:00', '12:30', '13:00', '15:30']]);
  const morning = groupByTime([booked('09:00'), booked('09:30')]);
  expect(splitEarlier(morning, '17:00')).toEqual({ earlier: [], current: morning });
});

test('the first rows of all groups are taken', () => {
  const groups = groupByTime([booked('09:00'), booked('09:00'), booked('10:00'), booked('11:00')]);
  const sizes = (count: number) => takeRows(groups, count).map(({ time, rows }) => [time, rows.length]);
  expect(sizes(3)).toEqual([
    ['09:00', 2],
    ['10:00', 1],
  ]);
  expect(sizes(50)).toHaveLength(3);
});
