import { itemsBetween, type MasonryLayout, type Range } from './masonry-layout.ts';

/** A rendered photo grid; `list` is its element. */
export type RenderedGrid = { list: HTMLElement; layout: MasonryLayout; ids: readonly string[] };

/** The item at the upper edge of the viewport, and the fraction of it above the edge. */
type Anchor = { id: string; fraction: number };

/** Keeps the visible item in place when the grid's layout changes. */
export type ScrollAnchor = { update: (grid: RenderedGrid) => void };

/** Distance from the top of the window to the end of the top bar, in pixels. */
const UPPER_EDGE_PX = 100;

/** The grid's layout after its last change; positions in pixels from the top of the document. */
type PageLayout = { layout: MasonryLayout; width: number; start: number; end: number };

export function createScrollAnchor(): ScrollAnchor {
  let anchor: Anchor | undefined;
  let lastLayout: PageLayout | undefined;

  return {
    update({ list, layout, ids }) {
      const box = list.getBoundingClientRect();
      const start = box.top + scrollY;
      const next = { layout, width: box.width, start, end: start + box.height };
      const isSame = lastLayout && isSameLayout(lastLayout, next);
      // Compare with the last changed layout, not the last one seen: many small moves add up to a pixel.
      const current = lastLayout && isSame ? lastLayout : next;
      const unit = current.width / layout.width;
      let top = current.start - scrollY;
      if (lastLayout && !isSame && anchor) top -= scrollToAnchor(anchor, { layout, ids, unit, top });
      anchor = findAnchor({ layout, ids, unit, top });
      lastLayout = current;
    },
  };
}

/** Tolerates a difference of one pixel: browsers round positions (Firefox to 32 bits). */
const isSameLayout = (a: PageLayout, b: PageLayout): boolean =>
  a.layout === b.layout && Math.abs(a.start - b.start) < 1 && Math.abs(a.end - b.end) < 1;

type Measured = { layout: MasonryLayout; ids: readonly string[]; unit: number; top: number };

/** Returns undefined above the grid's start: there the page does not need to scroll. */
function findAnchor({ layout, ids, unit, top }: Measured): Anchor | undefined {
  const edge = (UPPER_EDGE_PX - top) / unit;
  if (!(edge > 0)) return undefined;
  const { from } = itemsBetween(layout, edge, edge);
  const placement = layout.placements[from];
  const id = ids[from];
  return placement && id !== undefined
    ? { id, fraction: (edge - placement.top) / placement.height }
    : undefined;
}

/** Scrolls the anchor back to its position. Returns the scrolled distance in pixels. */
function scrollToAnchor(anchor: Anchor, { layout, ids, unit, top }: Measured): number {
  const placement = layout.placements[ids.indexOf(anchor.id)];
  if (!placement) return 0;
  const before = scrollY;
  const distance = top + (placement.top + anchor.fraction * placement.height) * unit - UPPER_EDGE_PX;
  if (Math.abs(distance) >= 1) scrollBy({ top: distance, behavior: 'instant' });
  return scrollY - before;
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
