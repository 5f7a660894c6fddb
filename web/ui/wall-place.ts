import { between, type Range, type Wall } from './masonry-layout.ts';

/** A wall as it is drawn; `list` is its element. */
export type DrawnWall = { list: HTMLElement; wall: Wall; ids: readonly string[] };

/** What somebody looks at: the item at the upper edge of what is seen, and how much of it lies above. */
type Place = { id: string; part: number };

/** Remembers what one looks at, and brings it back there when the wall is laid out anew. */
export type PlaceKeeper = { settle: (drawn: DrawnWall) => void };

/** In pixels, from the top of the window: about where the bar ends and what one looks at begins. */
const upperEdge = 100;

export function createPlaceKeeper(): PlaceKeeper {
  let place: Place | undefined;
  let layout: { wall: Wall; width: number; start: number } | undefined;

  return {
    settle({ list, wall, ids }) {
      const box = list.getBoundingClientRect();
      const unit = box.width / wall.width;
      const start = box.top + scrollY;
      const moved = layout && (layout.wall !== wall || layout.width !== box.width || layout.start !== start);
      let top = box.top;
      if (moved && place) top -= goBackTo(place, { wall, ids, unit, top });
      place = placeAt({ wall, ids, unit, top });
      layout = { wall, width: box.width, start };
    },
  };
}

type Measured = { wall: Wall; ids: readonly string[]; unit: number; top: number };

/** Nothing above the wall's own beginning: there the page stays as it is. */
function placeAt({ wall, ids, unit, top }: Measured): Place | undefined {
  const edge = (upperEdge - top) / unit;
  if (!(edge > 0)) return undefined;
  const { from } = between(wall, edge, edge);
  const placed = wall.placements[from];
  const id = ids[from];
  return placed && id !== undefined ? { id, part: (edge - placed.top) / placed.height } : undefined;
}

/** Gives by how many pixels it scrolled. */
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

/** Which items are in or near the window. */
export function nearItems({ list, wall }: DrawnWall): Range {
  const { top, width } = list.getBoundingClientRect();
  const unit = width / wall.width;
  const { from, to } = between(
    wall,
    (-margin * innerHeight - top) / unit,
    ((1 + margin) * innerHeight - top) / unit,
  );
  return {
    from: Math.floor(from / step) * step,
    to: Math.min(Math.ceil(to / step) * step, wall.placements.length),
  };
}
