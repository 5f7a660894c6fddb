import { describe, expect, test } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { findLastDetails } from './last-request.ts';

const request = (_id: string, date: string, center: string): Appointment => ({
  _id,
  name: 'Rahima Khatun',
  email: 'rahima@example.com',
  bloodGroup: 'B+',
  center,
  date: date as Day,
  phone: '01712345678',
  opinion: 'Kind people.',
});

describe('the details of the last request', () => {
  test('are those of the latest request, not of the latest donation date', () => {
    const list = [request('a2', '2026-12-01', 'River Road'), request('a1', '2027-01-15', 'Dhaka')];
    expect(findLastDetails(list)).toEqual({
      name: 'Rahima Khatun',
      phone: '01712345678',
      center: 'River Road',
      bloodGroup: 'B+',
    });
  });

  test('are undefined before the first request', () => {
    expect(findLastDetails([])).toBeUndefined();
  });
});
