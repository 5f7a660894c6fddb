import { expect, test } from 'vitest';
import { findExampleNumber, readPhoneNumber, toInternational, toNationalDigits } from './phone-numbers.ts';

test.each([
  ['77 123 45 67', 'SN', '+221771234567'],
  ['+221 77 123 45 67', 'SN', '+221771234567'],
  ['00221771234567', 'SN', '+221771234567'],
  ['(০১৭১২) ৩৪৫-৬৭৮', 'BD', '+8801712345678'],
  ['+33 6 12 34 56 78', 'SN', '+33612345678'],
  ['06 12 34 56 78', 'FR', '+33612345678'],
])('reads %j in %s', (typed, country, e164) => {
  expect(readPhoneNumber(typed, country)).toBe(e164);
});

test.each([
  '01712345678',
  '77 123',
  '77 123 45 67 89',
  'call 77 123 45 67',
  '',
  '+999 123456',
  '77 123 45 67 ext. 5',
])('reads no number of Senegal in %j', (typed) => expect(readPhoneNumber(typed, 'SN')).toBeUndefined());

test('a country without numbers of its own takes international ones', () => {
  expect(readPhoneNumber('+33612345678', 'AQ')).toBe('+33612345678');
  expect(readPhoneNumber('0612345678', 'AQ')).toBeUndefined();
  expect(findExampleNumber('AQ')).toBeUndefined();
});

test('writes the digits that people of the country dial', () => {
  expect(toNationalDigits('+221771234567')).toBe('771234567');
  expect(toNationalDigits('+33612345678')).toBe('0612345678');
  expect(findExampleNumber('SN')).toBe('70 123 45 67');
});

test('writes a number so that it can be dialed from any country', () => {
  expect(toInternational('77 123 45 67', 'SN')).toBe('+221 77 123 45 67');
  expect(toInternational('+33612345678', 'SN')).toBe('+33 6 12 34 56 78');
  expect(toInternational('18 00', 'SN')).toBe('18 00');
  expect(toInternational('01712345678', null)).toBe('01712345678');
});
