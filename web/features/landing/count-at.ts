/** In milliseconds. */
const duration = 2000;

/** The figure to show that long after the counting began: fast at first, exact in the end. */
export function countAt(elapsed: number, to: number): number {
  const share = Math.min(Math.max(elapsed / duration, 0), 1);
  return share === 1 ? to : Math.floor(to * (1 - (1 - share) ** 3));
}
