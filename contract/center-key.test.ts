import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centerKey } from './center-key.ts';

test.each([
  ['  Dhaka   Medical\tCollege ', 'dhaka medical college'],
  ['ＤＨＡＫＡ Medical College', 'dhaka medical college'],
  ['ÉCOLE', 'e\u0301cole'],
  ['Universitätsklinikum Gießen', 'UNIVERSITÄTSKLINIKUM GIESSEN'],
  ['GIE\u1e9eEN', 'Gießen'],
  ['ΝΟΣΟΚΟΜΕΙΟΣ 2', 'νοσοκομειος 2'],
  ['Kadıköy', 'KADIKÖY'],
  ['Dhaka\u200b Med\u00adical\u2060', 'Dhaka Medical'],
  // The Bengali letter as one character and as two.
  ['হৃদ\u09df', 'হৃদ\u09af\u09bc'],
])('%j and %j have the same key', (one, other) => {
  expect(centerKey(one)).toBe(centerKey(other));
});

test('different centers have different keys', () => {
  expect(centerKey('Dhaka Medical College')).not.toBe(centerKey('Dhaka Medical College 2'));
});

test('a key is its own key, and short enough for an index', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, (center) => {
      const key = centerKey(center);
      expect(centerKey(key)).toBe(key);
      expect([...key].length).toBeLessThanOrEqual(200);
    }),
    { numRuns: 500 },
  );
  expect(new TextEncoder().encode(centerKey('\ufdfa'.repeat(200))).length).toBeLessThanOrEqual(800);
});
