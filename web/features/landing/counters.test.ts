import { expect, test } from 'vitest';
import { figureAt } from './counters.tsx';

test('[LND-04] the count starts at 0, never decreases, and reaches the figure after exactly 2 seconds', () => {
  expect(figureAt(0, 1346)).toBe(0);
  expect(figureAt(-5, 1346)).toBe(0);
  const figures = Array.from({ length: 200 }, (_, i) => figureAt(i * 10, 1346));
  expect(figures).toEqual(figures.toSorted((a, b) => a - b));
  expect(figureAt(1990, 1346)).toBeLessThanOrEqual(1346);
  expect(figureAt(1000, 1346)).toBeLessThan(1346);
  expect(figureAt(2000, 1346)).toBe(1346);
  expect(figureAt(60_000, 1346)).toBe(1346);
});
