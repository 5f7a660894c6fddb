import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Language, languages, locale } from '#contract/languages.ts';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

async function onPagesIn<Module>(language: Language, load: () => Promise<Module>): Promise<Module> {
  vi.stubEnv('LANGUAGE', language);
  vi.stubEnv('LANGUAGE_LOCALE', locale[language]);
  return load();
}

const numbers = [0, 1, 7, 12, 100, 999, 1000, 1346, 12_345, 123_456, 1_234_567, 98_765_432];

test.each(languages)('numbers are written as readers of %s expect', async (language) => {
  const { formatNumber } = await onPagesIn(language, () => import('./numbers.ts'));
  const { format } = new Intl.NumberFormat(locale[language]);
  for (const number of [...numbers, 0.5, 1.25, 1234.5678, -4321])
    expect(formatNumber(number)).toBe(format(number));
});

test('years and counters have no separators', async () => {
  const { formatPlainNumber } = await onPagesIn('bn', () => import('./digits.ts'));
  expect(formatPlainNumber(2026)).toBe('২০২৬');
  expect(formatPlainNumber('1346')).toBe('১৩৪৬');
});

test.each(languages)('%s takes the plural of each number', async (language) => {
  const { choosePlural } = await onPagesIn(language, () => import('./plural.ts'));
  const rules = new Intl.PluralRules(locale[language]);
  for (const number of [...numbers, 0.5, 1.5, 2.25])
    expect(choosePlural(number, { one: () => 'one', other: () => 'other' })).toBe(rules.select(number));
});

// An old browser's locale data differ from those of the build: React would discard the whole prerendered page.
test.each(languages)('texts of %s do not depend on locale data', async (language) => {
  vi.stubGlobal('Intl', undefined);
  const { formatDay, parseTypedDay } = await onPagesIn(language, () => import('./days.ts'));
  const { formatNumber } = await import('./numbers.ts');
  const { choosePlural } = await import('./plural.ts');
  const text = formatDay('2027-01-09' as never);
  expect(text).toBe({ en: 'January 9, 2027', bn: '৯ জানুয়ারি, ২০২৭' }[language]);
  expect(parseTypedDay(text)).toBe('2027-01-09');
  expect(formatNumber(1346)).toBe({ en: '1,346', bn: '১,৩৪৬' }[language]);
  expect(choosePlural(2, { one: () => 'one', other: () => 'other' })).toBe('other');
  vi.unstubAllGlobals();
});
