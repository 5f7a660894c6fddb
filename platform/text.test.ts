import fc from 'fast-check';
import { expect, test } from 'vitest';
import { superlinearGrowth } from './testing/growth.ts';
import { normalize, trimSlashes } from './text.ts';

test('normalizes text of any language like String.normalize', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 25 }), (text) => {
      expect(normalize(text, 'NFKC')).toBe(text.normalize('NFKC'));
      expect(normalize(text, 'NFC')).toBe(text.normalize('NFC'));
    }),
  );
});

test('takes linear time for runs of thousands of marks', async () => {
  const runs = [
    (size: number) => `a${'\u0301'.repeat(size / 2)}${'\u0316'.repeat(size / 2)}`,
    (size: number) => `a${'\u0301\uff9e'.repeat(size / 2)}`,
    (size: number) => `a${'\u0301\u0316'.repeat(size / 2)}`,
  ];
  for (const run of runs)
    expect(await superlinearGrowth((size) => normalize(run(size), 'NFKC'), 60_000)).toBeUndefined();
});

test('removes slashes at both ends only, in linear time', async () => {
  expect(['', '/', '//a//b//', 'a', '/a'].map(trimSlashes)).toEqual(['', '', 'a//b', 'a', 'a']);
  const slashes = (size: number) => trimSlashes(`/a${'/'.repeat(size)}x/`);
  expect(await superlinearGrowth(slashes, 1_000_000)).toBeUndefined();
});
