import { expect, test } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import { describeCancellation } from './describe-cancellation.ts';

test('the question whether to cancel says that an unpublished opinion is deleted', () => {
  const appointment = { date: '2026-11-30', time: '15:00', center: 'Riverside Center' } as Appointment;
  const text = 'Your appointment: Monday, November 30, 2026, 15:00, Riverside Center';
  expect(describeCancellation(appointment)).toBe(text);
  expect(describeCancellation({ ...appointment, opinion: 'Kind people' })).toBe(
    `${text}. Your opinion is deleted with it, unless it is published already.`,
  );
});
