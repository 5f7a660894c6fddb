const sort = (figures: readonly number[]): number[] => figures.toSorted((a, b) => a - b);

/** The upper one of two in the middle. */
export const median = (figures: readonly number[]): number =>
  sort(figures)[Math.floor(figures.length / 2)] ?? Number.NaN;

/** `median (least-most)`, with so many digits after the point. */
export function spread(figures: readonly number[], digits = 1): string {
  const sorted = sort(figures);
  return `${median(figures).toFixed(digits)} (${sorted[0]?.toFixed(digits)}-${sorted.at(-1)?.toFixed(digits)})`;
}
