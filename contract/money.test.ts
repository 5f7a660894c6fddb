import { expect, test } from 'vitest';
import { locale } from './languages.ts';
import { formatMoney } from './money.ts';

const formatted = (amount: number, currency: string) =>
  formatMoney(amount, currency, 'en-US').replace(/\s/g, ' ');

test('formatMoney divides by the smallest unit that the card provider uses', () => {
  expect(formatted(500, 'usd')).toBe('$5.00');
  expect(formatted(500, 'jpy')).toBe('¥500');
  expect(formatted(5000, 'kwd')).toBe('KWD 5.000');
  expect(formatted(500, 'bdt')).toBe('BDT 5.00');
});

test('formatMoney writes the symbol where the texts of each language have it', () => {
  expect(formatMoney(500, 'usd', locale.en)).toBe('$5.00');
  expect(formatMoney(123_456_750, 'usd', locale.bn)).toBe('$১২,৩৪,৫৬৭.৫০');
});

test('formatMoney handles currencies whose smallest unit at the provider differs from ISO 4217', () => {
  expect(formatted(500, 'isk')).toBe('ISK 5');
  expect(formatted(500, 'ugx')).toBe('UGX 5');
  expect(formatted(500, 'mga')).toBe('MGA 500');
});
