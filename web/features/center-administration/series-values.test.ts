import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { formatDay } from '#web/i18n/days.ts';
import { emptySeries } from './series-values.ts';

test.each([
  { timeZone: 'Asia/Dhaka', day: '2026-12-02' },
  { timeZone: 'America/New_York', day: '2026-12-01' },
])('new clinics begin on the present day in $timeZone', ({ timeZone, day }) => {
  const { from } = emptySeries({ timeZone }, Date.parse('2026-12-01T20:00:00Z'));
  expect(from).toBe(formatDay(day as Day));
});
