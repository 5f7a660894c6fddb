import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { type Language, locale } from '#contract/languages.ts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function loadInLanguage(language: Language) {
  vi.stubEnv('LANGUAGE', language);
  vi.stubEnv('LANGUAGE_LOCALE', locale[language]);
  return import('./days.ts');
}

test('an English page uses the wire format', async () => {
  const { formatDay } = await loadInLanguage('en');
  expect(formatDay('2026-11-25' as never)).toBe('November 25, 2026');
});

test.each([
  ['en', 'Wednesday, November 25, 2026, 8:30', 'Wednesday, November 25, 2026'],
  ['bn', 'বুধবার, ২৫ নভেম্বর, ২০২৬, ৮:৩০', 'বুধবার, ২৫ নভেম্বর, ২০২৬'],
] as const)(
  '%s: formats the day of an appointment with its weekday and arrival time',
  async (language, withTime, without) => {
    const { formatDayAndTime } = await loadInLanguage(language);
    const date = '2026-11-25' as Day;
    expect(formatDayAndTime({ date, time: '08:30' })).toBe(withTime);
    expect(formatDayAndTime({ date })).toBe(without);
  },
);

test.each([
  ['en', 'Nov 22, 2026, 2:05'],
  ['bn', '২২ নভে, ২০২৬, ২:০৫'],
] as const)(
  "%s: formats an instant in the reader's time zone, with the clock of appointments",
  async (language, text) => {
    vi.stubEnv('TZ', 'Asia/Dhaka');
    const { formatDateTime } = await loadInLanguage(language);
    expect(formatDateTime('2026-11-21T20:05:00.000Z')).toBe(text);
  },
);
