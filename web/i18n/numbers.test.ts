import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Language, languages, locale } from '#contract/languages.ts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function loadInLanguage<Module>(language: Language, load: () => Promise<Module>): Promise<Module> {
  vi.stubEnv('LANGUAGE', language);
  vi.stubEnv('LANGUAGE_LOCALE', locale[language]);
  return load();
}

const numbers = [0, 1, 7, 12, 100, 999, 1000, 1346, 12_345, 123_456, 1_234_567, 98_765_432];

test.each(languages)('formats numbers as Intl does in %s', async (language) => {
  const { formatNumber } = await loadInLanguage(language, () => import('./numbers.ts'));
  const { format } = new Intl.NumberFormat(locale[language]);
  for (const number of [...numbers, 0.5, 1.25, 1234.5678, -4321])
    expect(formatNumber(number)).toBe(format(number));
});

test('formats years and counters without separators', async () => {
  const { formatPlainNumber } = await loadInLanguage('bn', () => import('./digits.ts'));
  expect(formatPlainNumber(2026)).toBe('২০২৬');
  expect(formatPlainNumber('1346')).toBe('১৩৪৬');
});

test.each(languages)('chooses the plural category as Intl does in %s', async (language) => {
  const { choosePlural } = await loadInLanguage(language, () => import('./plural.ts'));
  const rules = new Intl.PluralRules(locale[language]);
  for (const number of [...numbers, 0.5, 1.5, 2.25])
    expect(choosePlural(number, { one: () => 'one', other: () => 'other' })).toBe(rules.select(number));
});

// React would discard the whole rendered page if an old browser's locale data differed.
test.each(languages)('formats %s without locale data', async (language) => {
  vi.stubGlobal('Intl', undefined);
  const { formatDay, formatDayAndWeekday } = await loadInLanguage(language, () => import('./days.ts'));
  const { parseTypedDay } = await import('./typed-days.ts');
  const { formatNumber } = await import('./numbers.ts');
  const { choosePlural } = await import('./plural.ts');
  const text = formatDay('2027-01-09' as never);
  expect(text).toBe({ en: 'January 9, 2027', bn: '৯ জানুয়ারি, ২০২৭' }[language]);
  expect(formatDayAndWeekday('2027-01-09' as never)).toBe(
    { en: 'Saturday, January 9, 2027', bn: 'শনিবার, ৯ জানুয়ারি, ২০২৭' }[language],
  );
  expect(parseTypedDay(text)).toBe('2027-01-09');
  expect(formatNumber(1346)).toBe({ en: '1,346', bn: '১,৩৪৬' }[language]);
  expect(choosePlural(2, { one: () => 'one', other: () => 'other' })).toBe('other');
  vi.unstubAllGlobals();
});
