import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime, siteNow } from './site-clock.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const answerAt = (time: string) => new Response('', { headers: { Date: new Date(time).toUTCString() } });

afterEach(() => vi.useRealTimers());

test.each([
  ['a device a year ahead has the days of the server', '2025-11-22T12:00:00Z', '2025-11-22T12:00:00Z'],
  ['and so has one that is days behind', '2026-11-26T12:00:00Z', '2026-11-26T12:00:00Z'],
  ['an answer that waited in a cache changes nothing', '2026-11-22T09:00:00Z', '2026-11-22T12:00:00Z'],
])('%s', (_, server, expected) => {
  vi.useFakeTimers({ now });
  noteServerTime(answerAt(server));
  expect(siteNow()).toBe(Date.parse(expected));
  noteServerTime(new Response(''));
  expect(siteNow()).toBe(Date.parse(expected));
});
