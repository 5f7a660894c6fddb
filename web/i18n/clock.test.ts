import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatClock } from './clock.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Asia/Dhaka'));
afterEach(() => void vi.unstubAllEnvs());

test("formats the time of an instant in the reader's time zone, as arrival times are written", () => {
  expect(formatClock('2026-11-29T08:38:00Z')).toBe('14:38');
  expect(formatClock(Date.UTC(2026, 10, 29, 3, 5))).toBe('9:05');
});
