import { expect, test } from 'vitest';
import type { CheckInRow } from '../device/operations.ts';
import { groupByTime } from './group-by-time.ts';

const booked = (time?: string) => ({ ...(time && { time }) }) as CheckInRow;
const walkIn = (time?: string) => ({ ...booked(time), isWalkIn: true }) as CheckInRow;
const times = (...rows: CheckInRow[]) =>
  [...groupByTime(rows)].map(([time, group]) => [time, ...group.map((row) => row.time)]);

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
