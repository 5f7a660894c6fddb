/** Where an item stands, in units of one column's width. */
export type Placement = { column: number; top: number; height: number };

export type MasonryLayout = {
  placements: Placement[];
  width: number;
  height: number;
  /** For each item, how far down it and all before it reach; never decreasing, as the tops. */
  reach: number[];
};

/** A run of items: from the first to before the last. */
export type Range = { from: number; to: number };

/** So many items are drawn whole, so that a browser's own search finds all of them; of more only what is near. */
export const MAX_RENDERED_WHOLE = 100;

/** Of those that are drawn whole so many for each column come at once, about a window full; the others right after. */
export const FIRST_RENDERED_PER_COLUMN = 2;

/** The space between two items, in column widths. */
export const gap = 0.05;

/**
 * Puts each item under the shortest column, in the order given, so that tops never decrease.
 * `heights` are heights over widths (1 = square).
 */
export function layOutMasonry(heights: readonly number[], columns: number): MasonryLayout {
  const bottoms = Array.from({ length: columns }, () => 0);
  const reach: number[] = [];
  const placements = heights.map((height) => {
    const top = Math.min(...bottoms);
    const column = bottoms.indexOf(top);
    bottoms[column] = top + height + gap;
    reach.push(Math.max(top + height, reach.at(-1) ?? 0));
    return { column, top, height };
  });
  return { placements, width: columns + (columns - 1) * gap, height: Math.max(0, ...bottoms), reach };
}

/** The items between two heights of the wall, and none that a long wall has elsewhere. */
export function itemsBetween({ placements, reach }: MasonryLayout, top: number, bottom: number): Range {
  const from = firstIndex(reach.length, (index) => (reach[index] ?? 0) > top);
  const to = firstIndex(placements.length, (index) => (placements[index]?.top ?? 0) >= bottom);
  return { from, to: Math.max(from, to) };
}

/** The first index for which something holds that holds for all after it, too. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
