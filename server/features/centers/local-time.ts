import { tzOffset } from '@date-fns/tz/tzOffset';
import { toMinutes } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import { days, hours, minutes } from '#platform/time.ts';

/** How far a time zone is ahead of UTC, in minutes. */
const offsetOf = (timeZone: string, at: number): number => tzOffset(timeZone, new Date(at));

/** The day and time of an instant in a time zone. @param at ms since 1970 */
export function localTime(at: number, timeZone: string): { day: Day; time: string } {
  const local = new Date(at + minutes(offsetOf(timeZone, at))).toISOString();
  return { day: local.slice(0, 10) as Day, time: local.slice(11, 16) };
}

/**
 * Returns the instant of a day and time in a time zone, in ms. `24:00` is the end of the day. A time that a
 * clock change skips is moved forward by the length of the change. If a clock change repeats the time,
 * returns the first of the two instants.
 */
export function toInstant(day: Day, time: string, timeZone: string): number {
  const local = Date.parse(`${day}T${time}Z`);
  const [before, after] = [local - hours(24), local + hours(24)].map((at) => offsetOf(timeZone, at)) as [
    number,
    number,
  ];
  const exists = (offset: number) => offsetOf(timeZone, local - minutes(offset)) === offset;
  return local - minutes(exists(before) || !exists(after) ? before : after);
}

/** Formats a day and time with its offset from UTC: `2026-12-01T09:00:00+06:00`. */
export function toLocalTimestamp(day: Day, time: string, timeZone: string): string {
  const at = toInstant(day, time, timeZone);
  const local = localTime(at, timeZone);
  const offset = offsetOf(timeZone, at);
  const size = new Date(minutes(Math.abs(offset))).toISOString().slice(11, 16);
  return `${local.day}T${local.time}:00${offset < 0 ? '-' : '+'}${size}`;
}

/**
 * Returns `toInstant` for the times of one day. On a day without a clock change, it counts from midnight,
 * which is much faster.
 */
export function createToInstant(day: Day, timeZone: string): (time: string) => number {
  const [start, end] = [toInstant(day, '00:00', timeZone), toInstant(day, '24:00', timeZone)];
  return end - start === days(1)
    ? (time) => start + minutes(toMinutes(time))
    : (time) => toInstant(day, time, timeZone);
}

type InTimeZone = { time_zone: string };

/** The day of an instant at a center. */
export const localDay = ({ time_zone }: InTimeZone, at: number): Day => localTime(at, time_zone).day;

/** When a day of a center ends, in ms. */
export const endOfDay = ({ time_zone }: InTimeZone, day: Day): number => toInstant(day, '24:00', time_zone);

/** When a slot begins, in ms. For a slot without a time, when its day begins. */
export const startOfSlot = ({ time_zone }: InTimeZone, { day, time }: { day: Day; time: string }): number =>
  toInstant(day, time || '00:00', time_zone);
