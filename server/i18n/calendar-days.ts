import type { DateArray } from 'ics';
import type { Day } from '#contract/days.ts';

/**
 * Returns the start and end of an event that lasts whole days. It is shown as free time, because a donation does
 * not take the whole day.
 */
export const wholeDays = (first: Day, last = first) =>
  ({
    start: toDateArray(first, 0),
    end: toDateArray(last, 1),
    busyStatus: 'FREE',
    transp: 'TRANSPARENT',
  }) as const;

function toDateArray(day: Day, plusDays: number): DateArray {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + plusDays);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}
