import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caretPosition, formatCardNumber, formatCvc, formatExpiry, readExpiry } from './card-text.ts';

const type = (keys: string, format: (text: string) => string) =>
  [...keys].reduce((text, key) => format(text + key), '');

describe('the card number', () => {
  test.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242x4242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['37828', '3782 8'],
    ['', ''],
  ])('formats %s as %s', (text, grouped) => {
    expect(formatCardNumber(text)).toBe(grouped);
  });

  test('grouping keeps every digit in order and is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,15}$/), (digits) => {
        const grouped = formatCardNumber(digits);
        expect(grouped.replaceAll(' ', '')).toBe(digits);
        expect(formatCardNumber(grouped)).toBe(grouped);
      }),
    );
  });

  test('the caret stays after the same digit', () => {
    expect(caretPosition('4242 4242', 5)).toBe(6);
    expect(caretPosition('4242 4242', 4)).toBe(4);
    expect(caretPosition('4242 4242', 0)).toBe(0);
    expect(caretPosition('4242', 9)).toBe(4);
  });
});

describe('the expiry', () => {
  test.each([
    ['1234', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['122034', '12 / 34'],
    ['2034-12', '12 / 34'],
    ['5', '05'],
    ['1/34', '01 / 34'],
    ['12 / ', '12 /'],
    ['', ''],
  ])('formats %s as %s', (text, grouped) => {
    expect(formatExpiry(text)).toBe(grouped);
  });

  test.each([
    ['1234', '12 / 34'],
    ['12/34', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['122034', '12 / 34'],
    ['534', '05 / 34'],
    ['1/34', '01 / 34'],
  ])('typed key by key, %s becomes %s', (keys, grouped) => {
    expect(type(keys, formatExpiry)).toBe(grouped);
  });

  test('reads the month and year of a complete expiry only', () => {
    expect(readExpiry('12 / 34')).toEqual({ month: '12', year: '2034' });
    expect(readExpiry('12 / 3')).toBeUndefined();
    expect(readExpiry('12 / 203')).toBeUndefined();
  });
});

test('the security code has at most four digits', () => {
  expect(formatCvc('12 3a45')).toBe('1234');
});
