import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { layOutMasonry } from './masonry-layout.ts';
import { createScrollAnchor } from './scroll-anchor.ts';

const heights = Array.from({ length: 60 }, (_, index) => 0.5 + (index % 7) / 5);
const wall = layOutMasonry(heights, 2);
const ids = heights.map((_, index) => `photo-${index}`);

/** Where the wall begins in the document, and its width, in pixels. */
let start: number;
let width: number;

const list = {
  /** As Firefox measures: relative to the window, in 32 bits. */
  getBoundingClientRect: () => ({
    top: Math.fround(start - scrollY),
    width: Math.fround(width),
    height: Math.fround((width / wall.width) * wall.height),
  }),
} as HTMLElement;

const scrollBy = vi.fn(({ top }: { top: number }) => vi.stubGlobal('scrollY', scrollY + top));

beforeEach(() => {
  start = 2431.3333740234375;
  width = 598.6500244140625;
  scrollBy.mockClear();
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollBy', scrollBy);
});
afterEach(() => vi.unstubAllGlobals());

/** Scrolls by wheel, some pixels at a time. */
function scrollFrom(keeper: ReturnType<typeof createScrollAnchor>, from: number, to: number): void {
  for (let position = from; position <= to; position += 57.3) {
    vi.stubGlobal('scrollY', position);
    keeper.settle({ list, wall, ids });
  }
}

test('scrolling never moves the page, although positions are rounded', () => {
  const keeper = createScrollAnchor();
  scrollFrom(keeper, 2000, 9000);
  expect(scrollBy).not.toHaveBeenCalled();
});

test('the page follows when the wall moves by more than a pixel', () => {
  const keeper = createScrollAnchor();
  scrollFrom(keeper, 2000, 4000);
  const before = scrollY;
  start += 300;
  keeper.settle({ list, wall, ids });
  expect(scrollY - before).toBeCloseTo(300, 2);
});

test('the page follows a wall that moves slowly', () => {
  const keeper = createScrollAnchor();
  scrollFrom(keeper, 2000, 4000);
  const before = scrollY;
  for (let frame = 0; frame < 60; frame++) {
    start += 0.5;
    keeper.settle({ list, wall, ids });
  }
  expect(Math.abs(scrollY - before - 30)).toBeLessThanOrEqual(1);
});

test('the page follows when the wall becomes narrower', () => {
  const keeper = createScrollAnchor();
  scrollFrom(keeper, 2000, 8000);
  const seen = (scrollY + 100 - start) / width;
  width -= 0.5;
  keeper.settle({ list, wall, ids });
  expect((scrollY + 100 - start) / width).toBeCloseTo(seen, 2);
});
