import { expect, test } from 'vitest';
import { forbidLocaleData } from './forbid-locale-data.ts';

test.each([
  ['a day', () => new Intl.DateTimeFormat('bn-BD').format(0)],
  ['a number', () => new Intl.NumberFormat('bn-BD').format(1)],
  ['a plural', () => new Intl.PluralRules('bn-BD').select(1)],
  ['a date of toLocaleDateString', () => new Date(0).toLocaleDateString('bn-BD')],
  ['a number of toLocaleString', () => (2026).toLocaleString('bn-BD')],
])('throws for %s that depends on locale data', async (_, format) => {
  const expected = format();
  await expect(forbidLocaleData(async () => format())).rejects.toThrow('locale data');
  // It throws even if the result is not used, as when React catches an error. Afterwards the formats are
  // restored.
  await expect(forbidLocaleData(async () => void format())).rejects.toThrow('locale data');
  expect(format()).toBe(expected);
});

test('renders a page without locale data', async () => {
  await expect(forbidLocaleData(async () => String(1346))).resolves.toBe('1346');
});
