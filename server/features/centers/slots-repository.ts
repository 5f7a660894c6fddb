import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import type { SlotRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

const slotColumns = columnsOf<SlotRow>({
  center_id: true,
  day: true,
  time: true,
  capacity: true,
  reserved: true,
  closed: true,
});

export type SlotKey = Pick<SlotRow, 'center_id' | 'day' | 'time'>;

/** Reserves a slot. Returns false if the interval is full or closed. */
export const reserveSlot = (trx: Trx, slot: SlotKey): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('slots')
      .set({ reserved: sql`reserved + 1` })
      .where('center_id', '=', slot.center_id)
      .where('day', '=', slot.day)
      .where('time', '=', slot.time)
      .where('closed', '=', 0)
      .whereRef('reserved', '<', 'capacity')
      .returning('reserved'),
  );

/** Locks a slot until the transaction ends. */
export const lockSlot = (trx: Trx, { center_id, day, time }: SlotKey): Promise<SlotRow | undefined> =>
  trx
    .selectFrom('slots')
    .select(slotColumns)
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .forUpdate()
    .executeTakeFirst();

/**
 * Returns whether a reserved slot is still open and within the capacity. Locks the slot until the transaction
 * ends.
 */
export async function isStillReserved(trx: Trx, slot: SlotKey): Promise<boolean> {
  const locked = await lockSlot(trx, slot);
  return locked !== undefined && locked.closed === 0 && locked.reserved <= locked.capacity;
}

/**
 * Adds to the number of reserved slots, even beyond the capacity. Appointments from before the series and
 * donors who have come need this.
 */
export const addReserved = (trx: Trx, slot: SlotKey, count: number) =>
  trx
    .updateTable('slots')
    .set({ reserved: sql`reserved + ${count}` })
    .where('center_id', '=', slot.center_id)
    .where('day', '=', slot.day)
    .where('time', '=', slot.time)
    .execute();

export const releaseSlot = (trx: Trx, slot: SlotKey): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('slots')
      .set({ reserved: sql`reserved - 1` })
      .where('center_id', '=', slot.center_id)
      .where('day', '=', slot.day)
      .where('time', '=', slot.time)
      .where('reserved', '>', 0)
      .returning('reserved'),
  );

export const findSlot = (db: Db, { center_id, day, time }: SlotKey): Promise<SlotRow | undefined> =>
  db
    .selectFrom('slots')
    .select(slotColumns)
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .executeTakeFirst();

/** Returns the slots of a day, sorted by time. */
export const listSlotsOfDay = (db: Db, centerId: string, day: Day): Promise<SlotRow[]> =>
  db
    .selectFrom('slots')
    .select(slotColumns)
    .where('center_id', '=', centerId)
    .where('day', '=', day)
    .orderBy('time')
    .execute();

/**
 * Returns the slots of a range of days, sorted by day and time. If `to` is absent, includes all later days.
 */
export const listSlots = (
  db: Db,
  centerId: string,
  { from, to }: { from: Day; to?: Day },
): Promise<SlotRow[]> =>
  db
    .selectFrom('slots')
    .select(slotColumns)
    .where('center_id', '=', centerId)
    .where('day', '>=', from)
    .$if(to !== undefined, (q) => q.where('day', '<=', to as Day))
    .orderBy('day')
    .orderBy('time')
    .execute();

export const listSlotsOfDays = (db: Db, centerId: string, days: readonly Day[]): Promise<SlotRow[]> =>
  db
    .selectFrom('slots')
    .select(slotColumns)
    .where('center_id', '=', centerId)
    .where('day', 'in', days)
    .execute();

/** Adds the slots that do not exist yet. */
export const insertSlots = (trx: Trx, rows: readonly SlotRow[]) =>
  trx
    .insertInto('slots')
    .values(rows)
    .onConflict((c) => c.columns(['center_id', 'day', 'time']).doNothing())
    .execute();

/** Sets the capacity and closing of an interval. Waits for concurrent bookings of the interval. */
export const updateSlot = (trx: Trx, { center_id, day, time, capacity, closed }: Omit<SlotRow, 'reserved'>) =>
  trx
    .updateTable('slots')
    .set({ capacity, closed })
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .execute();

/** Deletes an interval without reservations. */
export const deleteSlot = (trx: Trx, { center_id, day, time }: SlotKey) =>
  trx
    .deleteFrom('slots')
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('time', '=', time)
    .where('reserved', '=', 0)
    .execute();
