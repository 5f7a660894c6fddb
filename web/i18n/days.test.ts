import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { type Language, locale } from '#contract/languages.ts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function loadInLanguage(language: Language) {
  vi.stubEnv('LANGUAGE', language);
  vi.stubEnv('LANGUAGE_LOCALE', locale[language]);
  return import('./days.ts');
}

describe('on a Bengali page', () => {
  test.each([
    '২৫ নভেম্বর, ২০২৬',
    '২৫ নভেম্বর ২০২৬',
    ' 25 নভেম্বর, 2026 ',
    '২০২৬-১১-২৫',
    '2026-11-25',
    'November 25, 2026',
    'november ২৫, 2026',
  ])('parses %s', async (text) => {
    const { parseTypedDay } = await loadInLanguage('bn');
    expect(parseTypedDay(text)).toBe('2026-11-25');
  });

  test.each([
    ['১ জানুয়ারি, ২০২৭', '2027-01-01'],
    ['১ জানুয়ারী, ২০২৭', '2027-01-01'],
    ['২৮ ফেব্রুয়ারি ২০২৭', '2027-02-28'],
    ['২৮ ফেব্রুয়ারী ২০২৭', '2027-02-28'],
    ['৯ জুলাই, ২০২৭', '2027-07-09'],
  ])('parses the spelling %s', async (text, day) => {
    const { parseTypedDay } = await loadInLanguage('bn');
    expect(parseTypedDay(text)).toBe(day);
  });

  test('parses each formatted day of a year', async () => {
    const { parseTypedDay, formatDay } = await loadInLanguage('bn');
    for (let day = 0; day < 366; day += 1) {
      const iso = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10);
      expect(parseTypedDay(formatDay(iso as never))).toBe(iso);
    }
  });

  test.each(['', '৩০ ফেব্রুয়ারি, ২০২৭', '২৫ কার্তিক, ২০২৬', '২৫ , ২০২৬', '১২৩ মে, ২০২৬', 'আজ'])(
    'does not parse %j',
    async (text) => {
      const { parseTypedDay } = await loadInLanguage('bn');
      expect(parseTypedDay(text)).toBeUndefined();
    },
  );
});

test('an English page uses the wire format', async () => {
  const { parseTypedDay, formatDay } = await loadInLanguage('en');
  expect(formatDay('2026-11-25' as never)).toBe('November 25, 2026');
  expect(parseTypedDay('November 25, 2026')).toBe('2026-11-25');
  expect(parseTypedDay('২৫ নভেম্বর, ২০২৬')).toBeUndefined();
});

test.each([
  ['en', 'November 25, 2026, 8:30', 'November 25, 2026'],
  ['bn', '২৫ নভেম্বর, ২০২৬, ৮:৩০', '২৫ নভেম্বর, ২০২৬'],
] as const)(
  '%s: formats the day of an appointment with its arrival time',
  async (language, withTime, without) => {
    const { formatDayAndTime } = await loadInLanguage(language);
    const date = '2026-11-25' as Day;
    expect(formatDayAndTime({ date, time: '08:30' })).toBe(withTime);
    expect(formatDayAndTime({ date })).toBe(without);
  },
);
