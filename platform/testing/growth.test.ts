import { expect, test } from 'vitest';
import { superlinearGrowth } from './growth.ts';

test('reports quadratic growth but not linear growth', async () => {
  const dots = (size: number) => `a@${'.'.repeat(size)}@`;
  expect(
    await superlinearGrowth((size) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(dots(size)), 10_000),
  ).toMatchObject({ factor: expect.any(Number) });
  const long = (size: number) => 'a '.repeat(size * 300).split(' ').length;
  expect(await superlinearGrowth(long, 10_000)).toBeUndefined();
});
