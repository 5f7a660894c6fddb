import { expect, test } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { splitByDay } from './past.ts';

const on = (date: Day): Appointment => ({
  _id: date,
  name: 'Rahima Khatun',
  email: 'rahima@example.org',
  bloodGroup: 'B+',
  center: 'Dhaka',
  date,
  phone: '01712345678',
});
const split = (...dates: string[]) => {
  const { past, next } = splitByDay('2026-11-22' as Day, (dates as Day[]).map(on));
  return { past: past.map(({ date }) => date), next };
};

test('returns appointments before today, latest first', () => {
  expect(split('2026-11-21', '2026-12-24', '2025-01-02', '2026-11-22', '2026-05-05')).toEqual({
    past: ['2026-11-21', '2026-05-05', '2025-01-02'],
    next: '2026-11-22',
  });
});

test('next is undefined without upcoming appointments, and present without past ones', () => {
  expect(split('2026-05-05')).toEqual({ past: ['2026-05-05'], next: undefined });
  expect(split('2027-05-05', '2027-05-06')).toEqual({ past: [], next: '2027-05-05' });
  expect(split()).toEqual({ past: [], next: undefined });
});
