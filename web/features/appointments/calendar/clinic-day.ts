import { t } from '@lingui/core/macro';
import type { CenterDay } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { formatDay, formatTime } from '#web/i18n/days.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

const NEXT_FREE = 3;

/** Returns the next free days if the chosen day has no free slot, otherwise none. */
export function findNextFree(days: readonly CenterDay[] = [], chosen: CenterDay | undefined): Day[] {
  if (!chosen || chosen.free > 0) return [];
  const later = days.filter(({ date, free }) => date > chosen.date && free > 0);
  return later.slice(0, NEXT_FREE).map(({ date }) => date as Day);
}

/** Says when a center is open on a day, or why no slot is free. */
export function describeDay(
  name: string,
  { date, open, free, capacity, isClosed, ...hours }: CenterDay,
): string {
  const day = formatDay(date as Day);
  if (capacity === 0) return t`${name} has no donation day on ${day}.`;
  if (isClosed) return t`${name} is closed on ${day}.`;
  if (!open) return t`${name} is no longer open on ${day}.`;
  if (free === 0) return t`${name} is full on ${day}.`;
  const slots = formatNumber(free);
  const [opens, closes] = [formatTime(hours.opens ?? ''), formatTime(hours.closes ?? '')];
  return t`Open from ${opens} to ${closes}. Free places: ${slots}`;
}

type Current = { date: Day; time?: string | undefined; isClosed?: true | undefined };

/**
 * Returns the arrival times of a day to which a donor moves an appointment, the one to select, and whether
 * the day has a free slot. The donor's own slot counts as free until its time is over, unless it was closed.
 */
export function chooseTime(
  { date, time, isClosed }: Current,
  clinic: CenterDay,
  requested: string | undefined,
) {
  const isSameDay = clinic.date === date && !isClosed;
  const intervals = clinic.intervals?.map((interval) =>
    isSameDay && interval.time === time && !interval.isOver
      ? { ...interval, free: Math.max(1, interval.free) }
      : interval,
  );
  const free = intervals?.filter((interval) => interval.free > 0) ?? [];
  const chosen = free.find((interval) => interval.time === requested) ?? free[0];
  return {
    intervals,
    time: chosen?.time,
    isFree: intervals ? free.length > 0 : clinic.free > 0 || isSameDay,
  };
}
