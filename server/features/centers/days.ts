import { setImmediate } from 'node:timers/promises';
import type { CenterDay } from '#contract/centers.ts';
import { deriveDay, listDays } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import type { CenterClosingRow, SlotRow } from '#server/db/center-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { localTime } from './local-time.ts';
import { type CenterWithSeries, listClosings, type Series } from './repository.ts';
import { listSlots } from './slots-repository.ts';

type Hours = Pick<CenterClosingRow, 'opens' | 'closes'>;

export const WHOLE_DAY: Hours = { opens: '00:00', closes: '24:00' };

export const isWholeDay = ({ opens, closes }: Hours): boolean =>
  opens === WHOLE_DAY.opens && closes === WHOLE_DAY.closes;

/**
 * Returns whether a closing closes an interval. A clinic without intervals is closed for the whole day only.
 */
export const closingCovers = (closing: Hours, time: string): boolean =>
  time === '' ? isWholeDay(closing) : closing.opens <= time && time < closing.closes;

/**
 * Returns the slots of a day, none reserved, as its series and closings define them. A closed day without a
 * clinic gets a closed slot of capacity 0, for appointments from before the center had clinics.
 */
export function deriveSlots(
  { id, series }: Pick<CenterWithSeries, 'id' | 'series'>,
  closings: readonly Hours[],
  day: Day,
): SlotRow[] {
  const clinic = deriveDay(series, day);
  if (!clinic && closings.length > 0)
    return [{ center_id: id, day, time: '', capacity: 0, reserved: 0, closed: 1 }];
  const intervals = clinic?.intervals ?? [];
  const closed = findClosed(
    closings,
    intervals.map(({ time }) => time),
  );
  return intervals.map(({ time, capacity }) => ({
    center_id: id,
    day,
    time,
    capacity,
    reserved: 0,
    closed: closed.has(time) ? 1 : 0,
  }));
}

/** Returns the times that the closings of a day cover. `times` must ascend, so that one pass is enough. */
function findClosed(closings: readonly Hours[], times: readonly string[]): ReadonlySet<string> {
  const byStart = closings.toSorted((one, other) => (one.opens < other.opens ? -1 : 1));
  const hasWholeDay = closings.some(isWholeDay);
  let next = 0;
  let closedUntil = '';
  const isClosed = (time: string) => {
    if (time === '') return hasWholeDay;
    for (let closing = byStart[next]; closing && closing.opens <= time; closing = byStart[next]) {
      if (closing.closes > closedUntil) closedUntil = closing.closes;
      next += 1;
    }
    return time < closedUntil;
  };
  return new Set(times.filter(isClosed));
}

/** Returns how many slots of an interval are neither reserved nor closed. */
const countFree = ({ capacity, reserved, closed }: SlotRow): number =>
  closed ? 0 : Math.max(0, capacity - reserved);

/**
 * Returns whether donors can no longer arrive, because the interval has begun or the clinic is over. Calls
 * `closes` only for a slot of today without a time.
 */
function isOver({ day, time }: SlotRow, now: { day: Day; time: string }, closes: () => string): boolean {
  if (day !== now.day) return day < now.day;
  return (time || closes()) <= now.time;
}

/** Returns the slots at which donors can still arrive. */
export function listUpcomingSlots(
  { series, time_zone }: CenterWithSeries,
  slots: readonly SlotRow[],
  now: number,
): SlotRow[] {
  const localNow = localTime(now, time_zone);
  return slots.filter((slot) => !isOver(slot, localNow, () => deriveDay(series, slot.day)?.closes ?? ''));
}

/** Returns the slots that can still be reserved. */
export const listOpenSlots = (center: CenterWithSeries, slots: readonly SlotRow[], now: number): SlotRow[] =>
  listUpcomingSlots(
    center,
    slots.filter((slot) => countFree(slot) > 0),
    now,
  );

/**
 * Returns the hours of a clinic without its closed intervals at the beginning and end. Returns all hours if
 * donors may also come at any time. `slots` must be in order.
 */
function openHours(clinic: Hours | undefined, slots: readonly SlotRow[]): Hours | undefined {
  if (slots.some(({ time, closed }) => time === '' && !closed)) return clinic;
  const first = slots.findIndex(({ closed }) => !closed);
  if (!clinic || first === -1) return clinic;
  const last = slots.findLastIndex(({ closed }) => !closed);
  return {
    opens: first === 0 ? clinic.opens : (slots[first]?.time ?? clinic.opens),
    closes: slots[last + 1]?.time ?? clinic.closes,
  };
}

/** Describes a day. `slots`: its stored rows, or the rows that `deriveSlots` returns. */
function toCenterDay(
  { series }: CenterWithSeries,
  day: Day,
  slots: readonly SlotRow[],
  localNow: ReturnType<typeof localTime>,
): CenterDay {
  const existing = slots.filter(({ capacity }) => capacity > 0);
  const hours = openHours(deriveDay(series, day), existing);
  const intervals = existing.map((slot) => {
    const hasPassed = isOver(slot, localNow, () => hours?.closes ?? '');
    const isOpen = !slot.closed && !hasPassed;
    const free = isOpen ? countFree(slot) : 0;
    return {
      isOpen,
      interval: {
        time: slot.time,
        free,
        ...(hasPassed && { isOver: true as const }),
        ...(slot.closed && { isClosed: true as const }),
      },
    };
  });
  return {
    date: day,
    open: intervals.some(({ isOpen }) => isOpen),
    capacity: existing.reduce((sum, { capacity }) => sum + capacity, 0),
    free: intervals.reduce((sum, { interval }) => sum + interval.free, 0),
    ...(existing.length > 0 && existing.every(({ closed }) => closed) && { isClosed: true }),
    ...(hours && { opens: hours.opens, closes: hours.closes }),
    ...(intervals.some(({ interval }) => interval.time !== '') && {
      intervals: intervals.map(({ interval }) => interval).filter(({ time }) => time !== ''),
    }),
  };
}

/**
 * Returns how many slots of a day are free at each arrival time. `time` is '' for a clinic without intervals.
 */
export function countFreeByTime({ free, intervals = [] }: CenterDay): { time: string; free: number }[] {
  const anyTime = intervals.reduce((left, interval) => left - interval.free, free);
  return [{ time: '', free: anyTime }, ...intervals].filter((slot) => slot.free > 0);
}

/** Number of days to read before other requests get a turn. */
const DAYS_PER_BATCH = 14;

/** Returns every day of a range for a center with a series, and none for a center without one. */
export async function listCenterDays(
  db: Db,
  center: CenterWithSeries,
  { from, to, now }: { from: Day; to: Day; now: number },
): Promise<CenterDay[]> {
  if (center.series.length === 0) return [];
  const inRange = { ...center, series: center.series.map((rule) => trimExceptions(rule, from, to)) };
  const localNow = localTime(now, center.time_zone);
  const all = listDays(from, to);
  const found: CenterDay[] = [];
  for (let start = 0; start < all.length; start += DAYS_PER_BATCH) {
    if (start > 0) await setImmediate();
    const days = all.slice(start, start + DAYS_PER_BATCH);
    const range = { from: days[0] ?? from, to: days.at(-1) ?? to };
    const closings = Map.groupBy(await listClosings(db, center.id, range), ({ day }) => day);
    const stored = Map.groupBy(await listSlots(db, center.id, range), ({ day }) => day);
    for (const day of days) {
      const slots = stored.get(day) ?? deriveSlots(inRange, closings.get(day) ?? [], day);
      found.push(toCenterDay(inRange, day, slots, localNow));
    }
  }
  return found;
}

/** Omits the exceptions of other days, which may be hundreds for each series. */
const trimExceptions = (rule: Series, from: Day, to: Day): Series => ({
  ...rule,
  exceptions: [...new Set(rule.exceptions)].filter((day) => from <= day && day <= to),
});
