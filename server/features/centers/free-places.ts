import { type Day, utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listCenterDays } from './days.ts';
import type { CenterWithSeries } from './repository.ts';

/** A place that can be taken now. `time` is empty for a clinic without intervals. */
export type FreePlace = { day: Day; time: string; free: number };

/** Maximum number of days that are searched for free places. */
const SEARCH_DAYS = 92;
export const NEXT_FREE = 3;

async function listFreeDays(db: Db, center: CenterWithSeries, { from, now }: { from: number; now: number }) {
  const start = Math.max(from, now - days(1));
  const range = { from: utcDay(start), to: utcDay(start + days(SEARCH_DAYS)), now };
  return (await listCenterDays(db, center, range)).filter(({ free }) => free > 0);
}

const startOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the next days after `after` with a free place. */
export async function findNextFree(
  db: Db,
  center: CenterWithSeries,
  { after, now }: { after: Day; now: number },
): Promise<Day[]> {
  const found = await listFreeDays(db, center, { from: startOf(after) + days(1), now });
  return found.slice(0, NEXT_FREE).map(({ date }) => date as Day);
}

/** Returns the free places of a day and the days after it, by day and time. */
export async function listFreePlaces(
  db: Db,
  center: CenterWithSeries,
  { from, now }: { from: Day; now: number },
): Promise<FreePlace[]> {
  const found = await listFreeDays(db, center, { from: startOf(from), now });
  return found.flatMap(({ date, free, intervals = [{ time: '', free }] }) =>
    intervals
      .filter((interval) => interval.free > 0)
      .map((interval) => ({ day: date as Day, time: interval.time, free: interval.free })),
  );
}
