import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ITEM_GAP, itemsBetween, layOutMasonry } from './masonry-layout.ts';

const heights = fc.array(fc.double({ min: 0.2, max: 4, noNaN: true }), { maxLength: 60 });
const columns = fc.integer({ min: 1, max: 3 });

describe('[LND-08] [GAL-01] the photo grid', () => {
  test('[LND-08] each photo goes to the shortest column', () => {
    const { placements } = layOutMasonry([2, 1, 1, 1], 2);
    expect(placements.map(({ column }) => column)).toEqual([0, 1, 1, 0]);
  });

  test('[LND-08] tops never decrease in the order of the photos', () => {
    fc.assert(
      fc.property(heights, columns, (list, count) => {
        const tops = layOutMasonry(list, count).placements.map(({ top }) => top);
        expect(tops).toEqual([...tops].sort((a, b) => a - b));
      }),
    );
  });

  test('[LND-08] no two photos overlap, and all are inside the grid', () => {
    fc.assert(
      fc.property(heights, columns, (list, count) => {
        const layout = layOutMasonry(list, count);
        for (let column = 0; column < count; column++) {
          let bottom = 0;
          for (const { top, height } of layout.placements.filter((placed) => placed.column === column)) {
            expect(top).toBeGreaterThanOrEqual(bottom);
            bottom = top + height + ITEM_GAP;
          }
          expect(bottom).toBeLessThanOrEqual(layout.height);
        }
      }),
    );
  });

  test('[LND-08] the first photos fill the columns from the left', () => {
    expect(layOutMasonry([1, 1, 1], 3).placements.map(({ column, top }) => [column, top])).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
    ]);
  });
});

describe('the items between two heights', () => {
  const viewports = fc.tuple(
    fc.double({ min: -5, max: 80, noNaN: true }),
    fc.double({ min: 0, max: 10, noNaN: true }),
  );

  test('include each visible item', () => {
    fc.assert(
      fc.property(heights, columns, viewports, (list, count, [top, size]) => {
        const layout = layOutMasonry(list, count);
        const { from, to } = itemsBetween(layout, top, top + size);
        for (const [index, placed] of layout.placements.entries()) {
          const inside = placed.top < top + size && placed.top + placed.height > top;
          if (inside) expect(index >= from && index < to).toBe(true);
        }
      }),
    );
  });

  test('exclude items above and below, however long the grid', () => {
    const layout = layOutMasonry(
      Array.from({ length: 10_000 }, (_, index) => 0.5 + (index % 7) / 4),
      3,
    );
    for (const top of [0, 100, 2000, layout.height - 3]) {
      const { from, to } = itemsBetween(layout, top, top + 3);
      expect(to - from).toBeGreaterThan(0);
      expect(to - from).toBeLessThan(30);
    }
  });

  test('are none in an empty grid', () => {
    expect(itemsBetween(layOutMasonry([], 3), 0, 10)).toEqual({ from: 0, to: 0 });
  });
});
