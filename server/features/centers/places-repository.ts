import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import type { PlaceRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

const placeColumns = columnsOf<PlaceRow>({
  center_id: true,
  day: true,
  time: true,
  capacity: true,
  taken: true,
  closed: true,
});

export type PlaceKey = Pick<PlaceRow, 'center_id' | 'day' | 'time'>;

/** Takes a place. Returns false if the interval is full or closed. */
export const takePlace = (trx: Trx, place: PlaceKey): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('places')
      .set({ taken: sql`taken + 1` })
      .where('center_id', '=', place.center_id)
      .where('day', '=', place.day)
      .where('time', '=', place.time)
      .where('closed', '=', 0)
      .whereRef('taken', '<', 'capacity')
      .returning('taken'),
  );

/** Locks a place until the transaction ends. */
export const lockPlace = (trx: Trx, { center_id, day, time }: PlaceKey): Promise<PlaceRow | undefined> =>
  trx
    .selectFrom('places')
    .select(placeColumns)
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .forUpdate()
    .executeTakeFirst();

/** Whether a place that was taken before is open and not beyond the capacity. Locks it until the transaction ends. */
export async function holdsPlace(trx: Trx, place: PlaceKey): Promise<boolean> {
  const locked = await lockPlace(trx, place);
  return locked !== undefined && locked.closed === 0 && locked.taken <= locked.capacity;
}

/** Adds to the number of taken places, also beyond the capacity: appointments from before the series. */
export const addTaken = (trx: Trx, place: PlaceKey, count: number) =>
  trx
    .updateTable('places')
    .set({ taken: sql`taken + ${count}` })
    .where('center_id', '=', place.center_id)
    .where('day', '=', place.day)
    .where('time', '=', place.time)
    .execute();

/** Gives a place back. */
export const releasePlaceRow = (trx: Trx, place: PlaceKey): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('places')
      .set({ taken: sql`taken - 1` })
      .where('center_id', '=', place.center_id)
      .where('day', '=', place.day)
      .where('time', '=', place.time)
      .where('taken', '>', 0)
      .returning('taken'),
  );

export const findPlace = (db: Db, { center_id, day, time }: PlaceKey): Promise<PlaceRow | undefined> =>
  db
    .selectFrom('places')
    .select(placeColumns)
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .executeTakeFirst();

/** Returns the places of a day, by time. */
export const listPlacesOfDay = (db: Db, centerId: string, day: Day): Promise<PlaceRow[]> =>
  db
    .selectFrom('places')
    .select(placeColumns)
    .where('center_id', '=', centerId)
    .where('day', '=', day)
    .orderBy('time')
    .execute();

/** Returns the places of a range of days, by day and time. Without `to`, all later ones. */
export const listPlaces = (
  db: Db,
  centerId: string,
  { from, to }: { from: Day; to?: Day },
): Promise<PlaceRow[]> =>
  db
    .selectFrom('places')
    .select(placeColumns)
    .where('center_id', '=', centerId)
    .where('day', '>=', from)
    .$if(to !== undefined, (q) => q.where('day', '<=', to as Day))
    .orderBy('day')
    .orderBy('time')
    .execute();

export const listPlacesOfDays = (db: Db, centerId: string, days: readonly Day[]): Promise<PlaceRow[]> =>
  db
    .selectFrom('places')
    .select(placeColumns)
    .where('center_id', '=', centerId)
    .where('day', 'in', days)
    .execute();

/** Adds rows of a day, unless they exist. */
export const insertPlaces = (trx: Trx, rows: readonly PlaceRow[]) =>
  trx
    .insertInto('places')
    .values(rows)
    .onConflict((c) => c.columns(['center_id', 'day', 'time']).doNothing())
    .execute();

/** Sets capacity and closing of an interval. Waits for bookings of it. */
export const updatePlace = (trx: Trx, { center_id, day, time, capacity, closed }: Omit<PlaceRow, 'taken'>) =>
  trx
    .updateTable('places')
    .set({ capacity, closed })
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .execute();

/** Deletes an interval that nobody has taken. */
export const deletePlace = (trx: Trx, { center_id, day, time }: PlaceKey) =>
  trx
    .deleteFrom('places')
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .where('taken', '=', 0)
    .execute();
