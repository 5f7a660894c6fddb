const sort = (figures: readonly number[]): number[] => figures.toSorted((a, b) => a - b);

/** The upper one of two in the middle. */
export const median = (figures: readonly number[]): number =>
  sort(figures)[Math.floor(figures.length / 2)] ?? Number.NaN;

/** `median (least-most)`, with one digit after the point. */
export function spread(figures: readonly number[]): string {
  const sorted = sort(figures);
  return `${median(figures).toFixed(1)} (${sorted[0]?.toFixed(1)}-${sorted.at(-1)?.toFixed(1)})`;
}
