import { tzOffset } from '@date-fns/tz/tzOffset';
import { pageLocale } from '#web/i18n/language.ts';

const MINUTE_MS = 60_000;

/**
 * Returns the instant at which the clocks of a time zone show this time, in ms, or undefined if it is not a
 * time. A time that a change of the clocks skips becomes one soon after it.
 * @param local such as `2026-12-01T09:00`
 */
export function instantOf(local: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const offsetAt = (at: number) => tzOffset(timeZone, new Date(at)) * MINUTE_MS;
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}

/** Formats date and time of an instant in a time zone. */
export const formatSiteTime = (at: number | string, timeZone: string): string =>
  new Intl.DateTimeFormat(pageLocale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(at));
