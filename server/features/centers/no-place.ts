import { type Day, formatLongDate } from '#contract/days.ts';
import type { PlaceRow } from '#server/db/center-tables.ts';
import type { Db } from '#server/db/tables.ts';
import { findNextFree } from './free-places.ts';
import type { CenterWithSeries } from './repository.ts';

/** A day or time without a free place. `nextFree`: the next days with one; the same day, if it has other times. */
export type NoPlace = { success: false; message: string; nextFree: Day[] };

type Wish = { day: Day; time?: string | undefined; places: readonly PlaceRow[]; now: number };

/** Says why none of these places can be taken, and what is free next. */
export async function describeNoPlace(
  db: Db,
  center: CenterWithSeries,
  { day, time, places, now }: Wish,
): Promise<NoPlace> {
  const open = places.filter(({ closed }) => !closed);
  const isOver = open.some(({ taken, capacity }) => taken < capacity);
  const reason = open.length === 0 ? 'closed' : isOver ? 'no longer open' : 'full';
  const nextFree = await findNextFree(db, center, { from: day, now });
  const isOnlyTime = open.length > 0 || nextFree.includes(day);
  const at = isOnlyTime && time !== undefined && places[0]?.time ? ` at ${time}` : '';
  return { success: false, message: `${center.name} is ${reason} on ${formatLongDate(day)}${at}`, nextFree };
}
