/** The only widths made, so that nobody fills the disk by asking for 10,000 of them. Multiples of 162 serve the gallery. */
const rungs = [162, 324, 486, 640, 810, 972, 1280, 1600, 1920, 2560] as const;

/** `wanted` rounded up to a rung; undefined when it is above them all, or anything will do. Pixels. */
export const rungFor = (wanted: number | undefined): number | undefined =>
  wanted === undefined ? undefined : rungs.find((width) => width >= wanted);

/** The width to serve: the rung, never more than the original has. All in pixels. */
export const servedWidth = (wanted: number | undefined, original: number): number =>
  Math.min(rungFor(wanted) ?? original, original);
