const MAX_SKEW_MS = 12 * 3_600_000;

let offsetMs = 0;
const listeners = new Set<() => void>();

/** Measures the difference between the device's clock and the server's. */
export function recordServerTime(response: Response): void {
  const server = Date.parse(response.headers?.get('Date') ?? '');
  if (Number.isNaN(server)) return;
  offsetMs = server - Date.now();
  for (const listener of listeners) listener();
}

/**
 * Returns the time in ms since 1970 by the device's clock, or by the server's if they differ by more than 12
 * hours.
 */
export const siteNow = (): number =>
  // Ignore smaller differences: a cached response has an older date.
  Date.now() + (Math.abs(offsetMs) > MAX_SKEW_MS ? offsetMs : 0);

/** Converts a time of the server (ISO 8601) to the device's clock, with the difference measured last. */
export const toDeviceTime = (iso: string): Date => new Date(Date.parse(iso) - offsetMs);

/**
 * Calls the listener whenever the server's time has been measured. Returns a function that stops these calls.
 */
export function subscribeSiteClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
