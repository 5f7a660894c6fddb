import { expect, test } from 'vitest';
import { countAt } from './counters.tsx';

test('[LND-04] the count starts at 0, never decreases, and reaches the figure after exactly 2 seconds', () => {
  expect(countAt(0, 1346)).toBe(0);
  expect(countAt(-5, 1346)).toBe(0);
  const figures = Array.from({ length: 200 }, (_, i) => countAt(i * 10, 1346));
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));
  expect(countAt(1990, 1346)).toBeLessThanOrEqual(1346);
  expect(countAt(1000, 1346)).toBeLessThan(1346);
  expect(countAt(2000, 1346)).toBe(1346);
  expect(countAt(60_000, 1346)).toBe(1346);
});
