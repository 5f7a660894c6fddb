import { expect, test } from 'vitest';
import { countAt } from './counters.tsx';

test('[LND-04] counting begins at nought, never goes back, and ends exactly after two seconds', () => {
  expect(countAt(0, 1346)).toBe(0);
  expect(countAt(-5, 1346)).toBe(0);
  const seen = Array.from({ length: 200 }, (_, i) => countAt(i * 10, 1346));
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(countAt(1990, 1346)).toBeLessThanOrEqual(1346);
  expect(countAt(1000, 1346)).toBeLessThan(1346);
  expect(countAt(2000, 1346)).toBe(1346);
  expect(countAt(60_000, 1346)).toBe(1346);
});
