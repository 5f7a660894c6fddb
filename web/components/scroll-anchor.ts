import { itemsBetween, type MasonryLayout, type Range } from './masonry-layout.ts';

/** A wall as it is drawn; `list` is its element. */
export type RenderedGrid = { list: HTMLElement; wall: MasonryLayout; ids: readonly string[] };

/** What somebody looks at: the item at the upper edge of what is seen, and how much of it lies above. */
type Place = { id: string; part: number };

/** Remembers what one looks at, and brings it back there when the wall is laid out anew. */
export type ScrollAnchor = { settle: (drawn: RenderedGrid) => void };

/** In pixels, from the top of the window: about where the bar ends and what one looks at begins. */
const upperEdge = 100;

/** Where the wall was when its place in the page last changed; positions are in pixels, from the top of the document. */
type Layout = { wall: MasonryLayout; width: number; start: number; end: number };

export function createScrollAnchor(): ScrollAnchor {
  let place: Place | undefined;
  let layout: Layout | undefined;

  return {
    settle({ list, wall, ids }) {
      const box = list.getBoundingClientRect();
      const start = box.top + scrollY;
      const next = { wall, width: box.width, start, end: start + box.height };
      const isSame = layout && isSameLayout(layout, next);
      // Compare with the same layout until it changes: many small movements add up to a pixel.
      const drawn = layout && isSame ? layout : next;
      const unit = drawn.width / wall.width;
      let top = drawn.start - scrollY;
      if (layout && !isSame && place) top -= goBackTo(place, { wall, ids, unit, top });
      place = placeAt({ wall, ids, unit, top });
      layout = drawn;
    },
  };
}

/** Allows a pixel: browsers round positions (Firefox to 32 bits), so that they differ after each scroll. */
const isSameLayout = (a: Layout, b: Layout): boolean =>
  a.wall === b.wall && Math.abs(a.start - b.start) < 1 && Math.abs(a.end - b.end) < 1;

type Measured = { wall: MasonryLayout; ids: readonly string[]; unit: number; top: number };

/** Nothing above the wall's own beginning: there the page stays as it is. */
function placeAt({ wall, ids, unit, top }: Measured): Place | undefined {
  const edge = (upperEdge - top) / unit;
  if (!(edge > 0)) return undefined;
  const { from } = itemsBetween(wall, edge, edge);
  const placed = wall.placements[from];
  const id = ids[from];
  return placed && id !== undefined ? { id, part: (edge - placed.top) / placed.height } : undefined;
}

function goBackTo(place: Place, { wall, ids, unit, top }: Measured): number {
  const placed = wall.placements[ids.indexOf(place.id)];
  if (!placed) return 0;
  const before = scrollY;
  const by = top + (placed.top + place.part * placed.height) * unit - upperEdge;
  if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: 'instant' });
  return scrollY - before;
}

/** In window heights: what is drawn above and below what can be seen. */
const margin = 1;

/** Items come and go by so many, not one by one. */
const step = 3;

export function nearItems({ list, wall }: RenderedGrid): Range {
  const { top, width } = list.getBoundingClientRect();
  const unit = width / wall.width;
  const { from, to } = itemsBetween(
    wall,
    (-margin * innerHeight - top) / unit,
    ((1 + margin) * innerHeight - top) / unit,
  );
  return {
    from: Math.floor(from / step) * step,
    to: Math.min(Math.ceil(to / step) * step, wall.placements.length),
  };
}
