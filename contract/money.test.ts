import { expect, test } from 'vitest';
import { locale } from './languages.ts';
import { formatMoney, formatPrice, toMajorUnits } from './money.ts';

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

test("formatMoney uses the provider's digits if those of Intl differ", () => {
  expect(formatted(50_000, 'pkr')).toBe('PKR 500');
  expect(formatted(550, 'pkr')).toBe('PKR 5.50');
  expect(formatted(1000, 'xof')).toBe('F CFA 1,000');
});

test('toMajorUnits is exact, so that a price can be compared', () => {
  expect(toMajorUnits(500, 'usd')).toBe(5);
  expect(toMajorUnits(1999, 'usd')).toBe(19.99);
  expect(toMajorUnits(1000, 'xof')).toBe(1000);
  expect(toMajorUnits(1250, 'kwd')).toBe(1.25);
});

test('formatPrice leaves out the decimals of a whole amount', () => {
  expect(formatPrice(500, 'usd', locale.en)).toBe('$5');
  expect(formatPrice(500, 'usd', locale.bn)).toBe('$৫');
  expect(formatPrice(550, 'usd', locale.en)).toBe('$5.50');
  expect(formatPrice(1000, 'xof', locale.en).replace(/\s/g, ' ')).toBe('F CFA 1,000');
});
