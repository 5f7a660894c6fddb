import { expect, test } from 'vitest';
import { superlinearGrowth } from './growth.ts';

test('reports quadratic growth but not linear growth', async () => {
  const dots = (size: number) => `a@${'.'.repeat(size)}@`;
  expect(
    await superlinearGrowth((size) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(dots(size)), 10_000),
  ).toMatchObject({ factor: expect.any(Number) });
  // Allocates no memory, because collecting garbage does not take linear time.
  const remainder = (size: number) => {
    let sum = 0;
    for (let n = 0; n < size * 2000; n += 1) sum = (sum * 31 + n) % 97;
    return sum;
  };
  expect(await superlinearGrowth(remainder, 10_000)).toBeUndefined();
});
