import { setImmediate } from 'node:timers/promises';
import type { CenterDay, NextDays } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { type Clock, seconds } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { findFreeDays } from './free-slots.ts';
import { localDay } from './local-time.ts';
import { type CenterWithSeries, listCentersWithSeries } from './repository.ts';

/** Counting takes a query or two for each center. */
const MAX_AGE_MS = seconds(30);
const SEARCH_DAYS = 28;
const NEXT_DAYS = 3;

type FreeDays = {
  /** When they were counted, in ms. */
  at: number;
  /** The next free days of each center, keyed by its id. */
  of: ReadonlyMap<string, readonly CenterDay[]>;
  /** The next free days of all centers together. */
  days: NextDays['days'];
};

/** Returns a function that reads the next free days of all centers, which are at most half a minute old. */
export function createFreeDays({ db, clock }: { db: Db; clock: Clock }): () => Promise<FreeDays> {
  let latest: { at: number; read: Promise<FreeDays> } | undefined;
  return () => {
    const now = clock();
    if (!latest || now < latest.at || now - latest.at >= MAX_AGE_MS) {
      const started = { at: now, read: readFreeDays(db, now) };
      latest = started;
      started.read.catch(() => {
        if (latest === started) latest = undefined;
      });
    }
    return latest.read;
  };
}

async function readFreeDays(db: Db, now: number): Promise<FreeDays> {
  const centers = await listCentersWithSeries(db);
  const of = new Map<string, readonly CenterDay[]>();
  for (const center of centers) {
    // A site may have thousands of centers, and other requests get a turn after each.
    await setImmediate();
    const from = localDay(center, now);
    of.set(center.id, await findFreeDays(db, center, { from, now, searchDays: SEARCH_DAYS }));
  }
  return { at: now, of, days: sumUp(centers, of) };
}

function sumUp(centers: readonly CenterWithSeries[], of: FreeDays['of']): NextDays['days'] {
  const free = centers.flatMap((center) => (of.get(center.id) ?? []).map((day) => ({ center, day })));
  const byDate = Map.groupBy(free, ({ day }) => day.date);
  return [...byDate]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .slice(0, NEXT_DAYS)
    .map(([date, list]) => ({
      date: date as Day,
      free: list.reduce((sum, { day }) => sum + day.free, 0),
      centers: list.length,
      ...(list.length === 1 && list[0] && { center: { _id: list[0].center.id, name: list[0].center.name } }),
    }));
}
