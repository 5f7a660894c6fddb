const MAX_SKEW_MS = 12 * 3_600_000;

let offsetMs = 0;

/** Measures the difference between the device's clock and the server's. */
export function recordServerTime(response: Response): void {
  const server = Date.parse(response.headers?.get('Date') ?? '');
  // Ignore small differences: a cached response has an older date.
  if (!Number.isNaN(server)) offsetMs = Math.abs(server - Date.now()) > MAX_SKEW_MS ? server - Date.now() : 0;
}

/** Returns the time in ms since 1970 by the device's clock, or by the server's if they differ by over 12 hours. */
export const siteNow = (): number => Date.now() + offsetMs;
