const hour = 3_600_000;

let ahead = 0;

/** Learns how far the clock of this device is from the server's. */
export function noteServerTime(response: Response): void {
  const server = Date.parse(response.headers?.get('Date') ?? '');
  // An answer may have waited in a cache for a while.
  if (!Number.isNaN(server)) ahead = Math.abs(server - Date.now()) > 12 * hour ? server - Date.now() : 0;
}

/** Milliseconds since 1970 by the device's clock, or by the server's where the two are half a day apart. */
export const siteNow = (): number => Date.now() + ahead;
