import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

const plain = (amount: number, currency: string) =>
  formatMoney(amount, currency, 'en-US').replace(/\s/g, ' ');

test('amounts are divided by what the card provider takes for the smallest unit of their currency', () => {
  expect(plain(500, 'usd')).toBe('$5.00');
  expect(plain(500, 'jpy')).toBe('¥500');
  expect(plain(5000, 'kwd')).toBe('KWD 5.000');
  expect(plain(500, 'bdt')).toBe('BDT 5.00');
});

test("currencies whose smallest unit there is not ISO's", () => {
  expect(plain(500, 'isk')).toBe('ISK 5');
  expect(plain(500, 'ugx')).toBe('UGX 5');
  expect(plain(500, 'mga')).toBe('MGA 500');
});
