import { expect, test } from 'vitest';
import { normalizePhone, toE164 } from './phone.ts';

test.each([
  '+880 1712-345678',
  '8801712345678',
  '+88 01712345678',
  '008801712345678',
  '০১৭১২-৩৪৫৬৭৮',
  '+৮৮০ ১৭১২ ৩৪৫৬৭৮',
  ' 01712 345 678 ',
  '(017) 12.345/678',
  '\u202a+880\u00a01712\u2011345678\u202c',
])('reads %j as 11 digits', (typed) => {
  expect(normalizePhone(typed)).toBe('01712345678');
});

test.each([
  ['0171234567x', '0171234567x'],
  ['0171234567', '0171234567'],
  ['+44 7911 123456', '+447911123456'],
  ['88012345678', '88012345678'],
  ['01712345678 01812345678', '0171234567801812345678'],
  ['', ''],
])('does not make a number of %j', (typed, normalized) => {
  expect(normalizePhone(typed)).toBe(normalized);
});

test('writes only mobile numbers as E.164', () => {
  expect(toE164('01712345678')).toBe('+8801712345678');
  for (const phone of ['', '0171234567', '11712345678', '00000000000', '02123456789'])
    expect(toE164(phone)).toBeUndefined();
});
