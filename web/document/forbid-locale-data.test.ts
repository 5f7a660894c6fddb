import { expect, test } from 'vitest';
import { forbidLocaleData } from './forbid-locale-data.ts';

test.each([
  ['a day', () => new Intl.DateTimeFormat('bn-BD').format(0)],
  ['a number', () => new Intl.NumberFormat('bn-BD').format(1)],
  ['a plural', () => new Intl.PluralRules('bn-BD').select(1)],
  ['a date of its own', () => new Date(0).toLocaleDateString('bn-BD')],
  ['a number of its own', () => (2026).toLocaleString('bn-BD')],
])('%s that depends on locale data fails the build', async (_, write) => {
  const expected = write();
  await expect(forbidLocaleData(async () => write())).rejects.toThrow('locale data');
  // Also where React catches what a part of the page throws; afterwards everything is as before.
  await expect(forbidLocaleData(async () => void write())).rejects.toThrow('locale data');
  expect(write()).toBe(expected);
});

test('a page without them is drawn', async () => {
  await expect(forbidLocaleData(async () => String(1346))).resolves.toBe('1346');
});
