const MAX_SKEW_MS = 12 * 3_600_000;

let offsetMs = 0;
const listeners = new Set<() => void>();

/** Measures the difference between the device's clock and the server's. */
export function recordServerTime(response: Response): void {
  const server = Date.parse(response.headers?.get('Date') ?? '');
  if (Number.isNaN(server)) return;
  // Ignore small differences: a cached response has an older date.
  offsetMs = Math.abs(server - Date.now()) > MAX_SKEW_MS ? server - Date.now() : 0;
  for (const listener of listeners) listener();
}

/** Returns the time in ms since 1970 by the device's clock, or by the server's if they differ by over 12 hours. */
export const siteNow = (): number => Date.now() + offsetMs;

/** Calls the listener whenever the server's time was measured. Returns a function that stops it. */
export function subscribeSiteClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
