import { itemsBetween, type MasonryLayout, type Range } from './masonry-layout.ts';

/** A rendered photo grid. `list` is its element. */
export type RenderedGrid = { list: HTMLElement; layout: MasonryLayout; ids: readonly string[] };

/** The item at the upper edge of the viewport, and the fraction of it above the edge. */
type Anchor = { id: string; fraction: number };

/** Keeps the visible item in place when the grid's layout changes. */
export type ScrollAnchor = { update: (grid: RenderedGrid) => void };

/** Distance from the top of the window to the end of the top bar, in pixels. */
const UPPER_EDGE_PX = 100;

/** The grid's layout after its last change; positions in pixels from the top of the document. */
type PageLayout = {
  layout: MasonryLayout;
  ids: readonly string[];
  width: number;
  start: number;
  end: number;
};

export function createScrollAnchor(): ScrollAnchor {
  let anchor: Anchor | undefined;
  let last: PageLayout | undefined;
  let lastScrollY = 0;

  return {
    update({ list, layout, ids }) {
      const { top, width, height } = list.getBoundingClientRect();
      const start = top + scrollY;
      const next = { layout, ids, width, start, end: start + height };
      // Compare with the last changed layout, not the last one seen: many small moves add up to a pixel.
      const current = last && isSameLayout(last, next) ? last : next;
      if (last && current !== last) {
        // The page has scrolled in the meantime, for example because the focus moved. The scroll event fires
        // only in the next frame.
        if (scrollY !== lastScrollY && !isAtEnd()) anchor = findAnchor(last);
        if (anchor) scrollToAnchor(anchor, current);
      }
      anchor = findAnchor(current);
      last = current;
      lastScrollY = scrollY;
    },
  };
}

/** Whether the page is scrolled to its end. The browser itself scrolls there if the page became shorter. */
const isAtEnd = (): boolean => scrollY >= document.documentElement.scrollHeight - innerHeight - 1;

/** Tolerates a difference of less than one pixel, because browsers round positions (Firefox to 32 bits). */
const isSameLayout = (a: PageLayout, b: PageLayout): boolean =>
  a.layout === b.layout && Math.abs(a.start - b.start) < 1 && Math.abs(a.end - b.end) < 1;

/** Returns undefined above the grid's start, where the page does not need to scroll. */
function findAnchor({ layout, ids, width, start }: PageLayout): Anchor | undefined {
  const edge = ((UPPER_EDGE_PX + scrollY - start) / width) * layout.width;
  if (!(edge > 0)) return undefined;
  const { from } = itemsBetween(layout, edge, edge);
  const placement = layout.placements[from];
  const id = ids[from];
  return placement && id !== undefined
    ? { id, fraction: (edge - placement.top) / placement.height }
    : undefined;
}

/** Scrolls the anchor back to its position. */
function scrollToAnchor(anchor: Anchor, { layout, ids, width, start }: PageLayout): void {
  const placement = layout.placements[ids.indexOf(anchor.id)];
  if (!placement) return;
  const position = start + ((placement.top + anchor.fraction * placement.height) / layout.width) * width;
  const distance = position - UPPER_EDGE_PX - scrollY;
  if (Math.abs(distance) >= 1) scrollBy({ top: distance, behavior: 'instant' });
}

/** Rendered margin above and below the viewport, in window heights. */
const MARGIN = 1;

/** Items are added and removed in groups of this size. */
const GROUP_SIZE = 3;

export function itemsNearViewport({ list, layout }: RenderedGrid): Range {
  const { top, width } = list.getBoundingClientRect();
  const unit = width / layout.width;
  const { from, to } = itemsBetween(
    layout,
    (-MARGIN * innerHeight - top) / unit,
    ((1 + MARGIN) * innerHeight - top) / unit,
  );
  return {
    from: Math.floor(from / GROUP_SIZE) * GROUP_SIZE,
    to: Math.min(Math.ceil(to / GROUP_SIZE) * GROUP_SIZE, layout.placements.length),
  };
}
