import type { CenterDay } from '#contract/centers.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { countFreeByTime, listCenterDays } from './days.ts';
import type { CenterWithSeries } from './repository.ts';

/** A slot that can be reserved now. `time` is empty for a clinic without intervals. */
export type FreeSlot = { day: Day; time: string; free: number };

/** Maximum number of days that are searched for free slots. */
const SEARCH_DAYS = 92;
/** Number of days per query in the search for the next free days. */
const STEP_DAYS = 7;
const NEXT_FREE = 3;

async function listFreeDays(
  db: Db,
  center: CenterWithSeries,
  { from, count, now }: { from: number; count: number; now: number },
) {
  const range = { from: utcDay(from), to: utcDay(from + days(count - 1)), now };
  return (await listCenterDays(db, center, range)).filter(({ free }) => free > 0);
}

const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the later of `at` and yesterday, which may be the center's today. */
const notBeforeYesterday = (at: number, now: number): number => Math.max(at, now - days(1));

/** Returns the next three days with a free slot, beginning with the day `from`. */
export async function findFreeDays(
  db: Db,
  center: CenterWithSeries,
  { from, now, searchDays = SEARCH_DAYS }: { from: Day; now: number; searchDays?: number },
): Promise<CenterDay[]> {
  const found: CenterDay[] = [];
  const start = notBeforeYesterday(startOf(from), now);
  for (let offset = 0; offset < searchDays && found.length < NEXT_FREE; offset += STEP_DAYS)
    found.push(...(await listFreeDays(db, center, { from: start + days(offset), count: STEP_DAYS, now })));
  return found.slice(0, NEXT_FREE);
}

/** Returns the dates of `findFreeDays`. */
export const findNextFree = async (
  db: Db,
  center: CenterWithSeries,
  options: { from: Day; now: number },
): Promise<Day[]> => (await findFreeDays(db, center, options)).map(({ date }) => date as Day);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Groups free slots by day. Keeps their order. */
export const groupByDay = (free: readonly FreeSlot[]): FreeSlot[][] => [
  ...Map.groupBy(free, ({ day }) => day).values(),
];

/**
 * Chooses from each of the next days the slot nearest to a time of day. If there are too few days, adds more
 * slots of those days. `days`: the free slots of each day.
 */
export function chooseNearest(days: readonly FreeSlot[][], time: string, count = NEXT_FREE): FreeSlot[] {
  // A slot without an arrival time fits any time, so its distance is 0.
  const distance = (slot: FreeSlot) =>
    slot.time && time ? Math.abs(minutesOf(slot.time) - minutesOf(time)) : 0;
  const nearestFirst = days
    .slice(0, count)
    .map((slots) => slots.toSorted((one, other) => distance(one) - distance(other)));
  return [
    ...nearestFirst.flatMap((slots) => slots.slice(0, 1)),
    ...nearestFirst.flatMap((slots) => slots.slice(1)),
  ].slice(0, count);
}

/** Returns the free slots of the day `from` and the days after it, sorted by day and time. */
export async function listFreeSlots(
  db: Db,
  center: CenterWithSeries,
  { from, now }: { from: Day; now: number },
): Promise<FreeSlot[]> {
  const start = notBeforeYesterday(startOf(from), now);
  const found = await listFreeDays(db, center, { from: start, count: SEARCH_DAYS, now });
  return found.flatMap((day) =>
    countFreeByTime(day).map(({ time, free }) => ({ day: day.date as Day, time, free })),
  );
}
