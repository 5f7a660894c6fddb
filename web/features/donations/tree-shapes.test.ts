import { expect, test } from 'vitest';
import { drawTree, treeSize } from './tree-shapes.ts';

const dropsOf = (count: number): [x: number, y: number][] => {
  const { d = '' } = drawTree(count).find(({ part }) => part === 'drops') ?? {};
  return [...d.matchAll(/M([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
};

test.each([0, 1, 3, 10, 40, 100])('%i appointments are as many drops, all inside of the picture', (count) => {
  const drops = dropsOf(count);
  expect(drops).toHaveLength(count);
  for (const [x, y] of drops) {
    expect(x).toBeGreaterThan(40);
    expect(x).toBeLessThan(treeSize.width - 40);
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(340);
  }
});

test('the tree gets a new element at 3, 10, 25 and 50 drops, and very many drops stay readable', () => {
  const parts = (count: number) => new Set(drawTree(count).map(({ part }) => part)).size;
  for (const milestone of [3, 10, 25, 50]) expect(parts(milestone)).toBeGreaterThan(parts(milestone - 1));
  expect(dropsOf(1000)).toHaveLength(150);
});
