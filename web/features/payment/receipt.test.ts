import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatAmount, formatDateTime } from './receipt.tsx';

test("formats the smallest currency unit with the currency's sign and decimals", () => {
  expect(formatAmount(500, 'usd')).toBe('$5.00');
  expect(formatAmount(12345, 'eur')).toBe('€123.45');
  expect(formatAmount(500, 'jpy')).toBe('¥500');
});

beforeEach(() => void vi.stubEnv('TZ', 'Asia/Dhaka'));
afterEach(() => void vi.unstubAllEnvs());

test("formats a timestamp in the reader's time zone and names the zone", () => {
  expect(formatDateTime('2026-11-21T20:05:00.000Z').replace(/\s/g, ' ')).toBe(
    'November 22, 2026 at 02:05 GMT+6',
  );
});
