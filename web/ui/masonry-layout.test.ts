import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gap, layOut } from './masonry-layout.ts';

const heights = fc.array(fc.double({ min: 0.2, max: 4, noNaN: true }), { maxLength: 60 });
const columns = fc.integer({ min: 1, max: 3 });

describe('[LND-08] [GAL-01] the wall of photos', () => {
  test('[LND-08] each photo goes to the shortest column', () => {
    const { placements } = layOut([2, 1, 1, 1], 2);
    expect(placements.map(({ column }) => column)).toEqual([0, 1, 1, 0]);
  });

  test('[LND-08] tops never decrease in the order of the photos', () => {
    fc.assert(
      fc.property(heights, columns, (list, count) => {
        const tops = layOut(list, count).placements.map(({ top }) => top);
        expect(tops).toEqual([...tops].sort((a, b) => a - b));
      }),
    );
  });

  test('[LND-08] no two photos overlap, and all lie inside the wall', () => {
    fc.assert(
      fc.property(heights, columns, (list, count) => {
        const wall = layOut(list, count);
        for (let column = 0; column < count; column++) {
          let bottom = 0;
          for (const { top, height } of wall.placements.filter((placed) => placed.column === column)) {
            expect(top).toBeGreaterThanOrEqual(bottom);
            bottom = top + height + gap;
          }
          expect(bottom).toBeLessThanOrEqual(wall.height);
        }
      }),
    );
  });

  test('[LND-08] the first photos fill the columns from the left', () => {
    expect(layOut([1, 1, 1], 3).placements.map(({ column, top }) => [column, top])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });
});
