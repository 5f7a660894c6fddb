import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { hours } from '#platform/time.ts';
import { reminderDay, shouldSkipReminder } from './reminder-time.ts';

const day = '2026-11-21' as Day;
const noon = Date.UTC(2026, 10, 20, 12);
const dakar = { timeZone: 'Africa/Dakar', reminderHour: 13 };

test('reminders are due from the hour of the site, in the time zone of the center', () => {
  expect(reminderDay(noon, 'Africa/Dakar', dakar)).toBeUndefined();
  expect(reminderDay(noon + hours(1), 'Africa/Dakar', dakar)).toBe(day);
  expect(reminderDay(noon, 'Europe/Paris', dakar)).toBe(day);
});

test('a place that is no center is in the time zone of the site', () => {
  expect(reminderDay(noon, undefined, dakar)).toBeUndefined();
  expect(reminderDay(noon, undefined, { timeZone: 'Asia/Dhaka', reminderHour: 16 })).toBe(day);
});

test('a late reminder for such a place is sent until its day begins in UTC and at the site', () => {
  const dhaka = { timeZone: 'Asia/Dhaka', reminderHour: 16 };
  expect(reminderDay(noon + hours(11), undefined, dhaka)).toBe(day);
  expect(reminderDay(noon + hours(12), undefined, dhaka)).toBeUndefined();
  const losAngeles = { timeZone: 'America/Los_Angeles', reminderHour: 16 };
  expect(reminderDay(noon + hours(11), undefined, losAngeles)).toBeUndefined();
  expect(reminderDay(noon + hours(13), undefined, losAngeles)).toBe(day);
});

test('an appointment booked within half a day before the reminder needs none', () => {
  expect(shouldSkipReminder(day, undefined, noon - hours(12), dakar)).toBe(false);
  expect(shouldSkipReminder(day, undefined, noon - hours(10), dakar)).toBe(true);
});
