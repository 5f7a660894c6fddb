import { expect, test } from 'vitest';
import { instantOf } from './site-time.ts';

test.each([
  ['2026-12-01T09:00', 'Asia/Dhaka', '2026-12-01T03:00:00.000Z'],
  ['2026-12-01T09:00', 'Africa/Dakar', '2026-12-01T09:00:00.000Z'],
  // The clocks in Berlin go back from 3:00 to 2:00, and forward from 2:00 to 3:00.
  ['2026-10-25T04:00', 'Europe/Berlin', '2026-10-25T03:00:00.000Z'],
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
])('%s in %s is %s', (local, timeZone, expected) => {
  expect(new Date(instantOf(local, timeZone) ?? 0).toISOString()).toBe(expected);
});

test.each(['', 'tomorrow'])('"%s" is not a time', (local) => {
  expect(instantOf(local, 'Asia/Dhaka')).toBeUndefined();
});
