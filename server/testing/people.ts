import type { AppointmentFields } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { longDate } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import type { Viewer } from '#server/http/viewer.ts';

/** Noon of the day on which most tests take place. */
export const noon = Date.UTC(2026, 10, 21, 12);

export const someone = (email = 'rahim@example.org'): Viewer => ({
  userId: newId(),
  email,
  sessionId: newId(),
});

export const filledForm = (changes: Partial<AppointmentFields> = {}): AppointmentFields => ({
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical College',
  bloodGroup: 'O+',
  date: longDate('2026-11-25' as Day),
  ...changes,
});
