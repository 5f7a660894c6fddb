/** Position of an item, in units of one column's width. */
export type Placement = { column: number; top: number; height: number };

export type MasonryLayout = {
  placements: Placement[];
  width: number;
  height: number;
  /** For each item, the greatest bottom among it and the items before it. Never decreases. */
  reach: number[];
};

/** Range of item indexes. `to` is exclusive. */
export type Range = { from: number; to: number };

/**
 * Up to this number all items are rendered, so that the browser's search finds them. Above it, only items
 * near the viewport are rendered.
 */
export const VIRTUALIZATION_THRESHOLD = 100;

/** Items per column in the first render, about one window. The others follow in the next render. */
export const INITIAL_ITEMS_PER_COLUMN = 2;

/** Space between two items, in column widths. */
export const ITEM_GAP = 0.05;

/**
 * Puts each item into the shortest column, in order, so that tops never decrease.
 * `heights` are heights over widths (1 = square).
 */
export function layOutMasonry(heights: readonly number[], columns: number): MasonryLayout {
  const bottoms = Array.from({ length: columns }, () => 0);
  const reach: number[] = [];
  const placements = heights.map((height) => {
    const top = Math.min(...bottoms);
    const column = bottoms.indexOf(top);
    bottoms[column] = top + height + ITEM_GAP;
    reach.push(Math.max(top + height, reach.at(-1) ?? 0));
    return { column, top, height };
  });
  return { placements, width: columns + (columns - 1) * ITEM_GAP, height: Math.max(0, ...bottoms), reach };
}

/** Returns the items between two heights of the grid. */
export function itemsBetween({ placements, reach }: MasonryLayout, top: number, bottom: number): Range {
  const from = firstIndex(reach.length, (index) => (reach[index] ?? 0) > top);
  const to = firstIndex(placements.length, (index) => (placements[index]?.top ?? 0) >= bottom);
  return { from, to: Math.max(from, to) };
}

/** Returns the first index for which a monotonic condition holds, found by binary search. */
function firstIndex(length: number, isTrueAt: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isTrueAt(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
