/** Where an item stands, in units of one column's width. */
export type Placement = { column: number; top: number; height: number };

/** A laid out wall: its placements and its whole size, in units of one column's width. */
export type Wall = { placements: Placement[]; width: number; height: number };

/** The space between two items, in column widths. */
export const gap = 0.05;

/**
 * Puts each item under the shortest column, in the order given, so that tops never decrease.
 * `heights` are heights over widths (1 = square).
 */
export function layOut(heights: readonly number[], columns: number): Wall {
  const bottoms = Array.from({ length: columns }, () => 0);
  const placements = heights.map((height) => {
    const top = Math.min(...bottoms);
    const column = bottoms.indexOf(top);
    bottoms[column] = top + height + gap;
    return { column, top, height };
  });
  return { placements, width: columns + (columns - 1) * gap, height: Math.max(0, ...bottoms) };
}
