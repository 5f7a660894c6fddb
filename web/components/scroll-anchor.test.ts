import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { layOutMasonry } from './masonry-layout.ts';
import { createScrollAnchor } from './scroll-anchor.ts';

const heights = Array.from({ length: 60 }, (_, index) => 0.5 + (index % 7) / 5);
const layout = layOutMasonry(heights, 2);
const ids = heights.map((_, index) => `photo-${index}`);

/** The grid's position in the document and its width, in pixels. */
let start: number;
let width: number;

const list = {
  /** Rounds as Firefox does: relative to the window, in 32 bits. */
  getBoundingClientRect: () => ({
    top: Math.fround(start - scrollY),
    width: Math.fround(width),
    height: Math.fround((width / layout.width) * layout.height),
  }),
} as HTMLElement;

const scrollBy = vi.fn(({ top }: { top: number }) => vi.stubGlobal('scrollY', scrollY + top));

beforeEach(() => {
  start = 2431.3333740234375;
  width = 598.6500244140625;
  scrollBy.mockClear();
  vi.stubGlobal('scrollY', 0);
  vi.stubGlobal('scrollBy', scrollBy);
  vi.stubGlobal('innerHeight', 700);
  vi.stubGlobal('document', { documentElement: { scrollHeight: 20_000 } });
});
afterEach(() => vi.unstubAllGlobals());

/** Scrolls in small steps, as a mouse wheel does. */
function scrollFrom(anchor: ReturnType<typeof createScrollAnchor>, from: number, to: number): void {
  for (let position = from; position <= to; position += 57.3) {
    vi.stubGlobal('scrollY', position);
    anchor.update({ list, layout, ids });
  }
}

test('does not move the page during scrolling, although positions are rounded', () => {
  const anchor = createScrollAnchor();
  scrollFrom(anchor, 2000, 9000);
  expect(scrollBy).not.toHaveBeenCalled();
});

test('scrolls the page when the grid moves by more than a pixel', () => {
  const anchor = createScrollAnchor();
  scrollFrom(anchor, 2000, 4000);
  const before = scrollY;
  start += 300;
  anchor.update({ list, layout, ids });
  expect(scrollY - before).toBeCloseTo(300, 2);
});

test('scrolls the page when the grid moves slowly', () => {
  const anchor = createScrollAnchor();
  scrollFrom(anchor, 2000, 4000);
  const before = scrollY;
  for (let frame = 0; frame < 60; frame++) {
    start += 0.5;
    anchor.update({ list, layout, ids });
  }
  expect(Math.abs(scrollY - before - 30)).toBeLessThanOrEqual(1);
});

test('scrolls the page when the grid becomes narrower', () => {
  const anchor = createScrollAnchor();
  scrollFrom(anchor, 2000, 8000);
  const visible = (scrollY + 100 - start) / width;
  width -= 0.5;
  anchor.update({ list, layout, ids });
  expect((scrollY + 100 - start) / width).toBeCloseTo(visible, 2);
});

test('leaves the page where it was scrolled to just before photos were added, as by a moved focus', () => {
  const anchor = createScrollAnchor();
  scrollFrom(anchor, 2000, 8000);
  vi.stubGlobal('scrollY', 2600);
  const more = [...heights, 1, 1, 1];
  anchor.update({ list, layout: layOutMasonry(more, 2), ids: more.map((_, index) => `photo-${index}`) });
  expect(scrollBy).not.toHaveBeenCalled();
});

test('keeps the visible item when the page was scrolled because it became shorter', () => {
  const anchor = createScrollAnchor();
  scrollFrom(anchor, 2000, 8000);
  const visible = (scrollY + 100 - start) / width;
  width -= 100;
  vi.stubGlobal('document', { documentElement: { scrollHeight: 7700 } });
  vi.stubGlobal('scrollY', 7000);
  anchor.update({ list, layout, ids });
  expect((scrollY + 100 - start) / width).toBeCloseTo(visible, 2);
});
