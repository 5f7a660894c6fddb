import { toMinutes } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import { days, minutes } from '#platform/time.ts';

/** The day and time of an instant in a time zone. @param at ms since 1970 */
export function localTime(at: number, timeZone: string): { day: Day; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return { day: local.toPlainDate().toString() as Day, time: local.toString().slice(11, 16) };
}

/**
 * The instant of a day and time in a time zone, in ms. `24:00` is the end of the day. A time that a clock change skips is as
 * much later as the clock goes forward; of two, the first.
 */
export function toInstant(day: Day, time: string, timeZone: string): number {
  const date = Temporal.PlainDate.from(day);
  const isEnd = time === '24:00';
  const local = (isEnd ? date.add({ days: 1 }) : date).toPlainDateTime(isEnd ? '00:00' : time);
  return local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds;
}

/** Returns `toInstant` for the times of one day. Without a clock change they are counted from midnight, which is much faster. */
export function instantsOfDay(day: Day, timeZone: string): (time: string) => number {
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

/** When a place begins, in ms; the day, if it has no time. */
export const startOfPlace = ({ time_zone }: InTimeZone, { day, time }: { day: Day; time: string }): number =>
  toInstant(day, time || '00:00', time_zone);
