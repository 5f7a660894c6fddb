/** The only widths made, so that nobody fills the disk by asking for 10,000 of them. Multiples of 162 serve the gallery. */
const rungs = [162, 324, 486, 640, 810, 972, 1280, 1600, 1920, 2560] as const;

/** The width to serve: `wanted` rounded up to a rung, never more than the original has. All in pixels. */
export function servedWidth(wanted: number | undefined, original: number): number {
  const rung = wanted === undefined ? undefined : rungs.find((width) => width >= wanted);
  return Math.min(rung ?? original, original);
}
