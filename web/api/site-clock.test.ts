import { afterEach, expect, test, vi } from 'vitest';
import { recordServerTime, siteNow, subscribeSiteClock } from './site-clock.ts';
import { siteToday } from './site-today.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const responseAt = (time: string) => new Response('', { headers: { Date: new Date(time).toUTCString() } });

afterEach(() => vi.useRealTimers());

test.each([
  ['uses the server time if the device is a year ahead', '2025-11-22T12:00:00Z', '2025-11-22T12:00:00Z'],
  ['uses the server time if the device is days behind', '2026-11-26T12:00:00Z', '2026-11-26T12:00:00Z'],
  ['ignores the older date of a cached response', '2026-11-22T09:00:00Z', '2026-11-22T12:00:00Z'],
])('%s', (_, server, expected) => {
  vi.useFakeTimers({ now });
  recordServerTime(responseAt(server));
  expect(siteNow()).toBe(Date.parse(expected));
  recordServerTime(new Response(''));
  expect(siteNow()).toBe(Date.parse(expected));
});

test('notifies when the server shows that the device is a day behind', () => {
  vi.useFakeTimers({ now });
  recordServerTime(responseAt('2026-11-22T12:00:00Z'));
  const days = [siteToday()];
  const unsubscribe = subscribeSiteClock(() => days.push(siteToday()));
  recordServerTime(responseAt('2026-11-23T12:00:00Z'));
  unsubscribe();
  recordServerTime(responseAt('2026-11-24T12:00:00Z'));
  expect(days).toEqual(['2026-11-22', '2026-11-23']);
});
