import type { AliasableExpression } from 'kysely';
import { deleteBefore, forEachBatch } from '#platform/database/in-batches.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import type { UnconfirmedBookingRow } from '#server/db/center-tables.ts';
import { type AppointmentRow, appointmentColumns, type Db, type Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

const columns = columnsOf<UnconfirmedBookingRow>({
  appointment_id: true,
  user_id: true,
  center_id: true,
  confirm_by: true,
});

export const insertBooking = (trx: Trx, row: UnconfirmedBookingRow) =>
  trx.insertInto('unconfirmed_bookings').values(row).execute();

const bookings = (db: Db) => db.selectFrom('unconfirmed_bookings').select(columns);

export const listMemberBookings = (db: Db, { userId }: Owner): Promise<UnconfirmedBookingRow[]> =>
  bookings(db).where('user_id', '=', userId).execute();

export const listCenterBookings = (db: Db, centerId: string): Promise<UnconfirmedBookingRow[]> =>
  bookings(db).where('center_id', '=', centerId).execute();

/** Returns the bookings whose deadline to confirm the address has passed, oldest first. */
export const listDueBookings = (db: Db, now: number, limit: number): Promise<UnconfirmedBookingRow[]> =>
  bookings(db).where('confirm_by', '<=', now).orderBy('confirm_by').limit(limit).execute();

export const deleteBooking = (db: Db, id: string) =>
  db.deleteFrom('unconfirmed_bookings').where('appointment_id', '=', id).execute();

/** Deletes the bookings with these ids whose deadline has passed. */
export const deleteDueBookings = (db: Db, ids: readonly string[], now: number) =>
  db
    .deleteFrom('unconfirmed_bookings')
    .where('appointment_id', 'in', ids)
    .where('confirm_by', '<=', now)
    .execute();

export const deleteMemberBookings = (trx: Trx, { userId }: Owner) =>
  trx.deleteFrom('unconfirmed_bookings').where('user_id', '=', userId).execute();

export const deleteBookingsBefore = (db: Db, before: number): Promise<void> =>
  deleteBefore(db, 'unconfirmed_bookings', { key: 'appointment_id', column: 'confirm_by', before });

/** Sets a later deadline, unless the booking's deadline is already later. */
export const extendBookingDeadline = (trx: Trx, id: string, confirmBy: number) =>
  trx
    .updateTable('unconfirmed_bookings')
    .set({ confirm_by: confirmBy })
    .where('appointment_id', '=', id)
    .where('confirm_by', '<', confirmBy)
    .execute();

/** Sets an earlier deadline, unless the booking's deadline is already earlier. */
export const shortenBookingDeadline = (trx: Trx, id: string, confirmBy: number) =>
  trx
    .updateTable('unconfirmed_bookings')
    .set({ confirm_by: confirmBy })
    .where('appointment_id', '=', id)
    .where('confirm_by', '>', confirmBy)
    .execute();

const waitingAppointments = (db: Db) =>
  db
    .selectFrom('appointments')
    .where('appointments.status', '=', 'booked')
    .where('appointments.transaction_id', 'is', null)
    .where('appointments.slot_time', 'is not', null);

/** Returns the appointments with these ids that are booked, are unpaid and have a slot. */
export const listBookedAppointments = (db: Db, ids: readonly string[]): Promise<AppointmentRow[]> =>
  waitingAppointments(db).select(appointmentColumns).where('id', 'in', ids).execute();

/**
 * Counts the bookings of these centers by slot, without those of `confirmed` members and those that
 * `listBookedAppointments` omits.
 */
export async function countUnconfirmedBySlot(
  db: Db,
  centerIds: readonly string[],
  confirmed: AliasableExpression<{ id: string }>,
) {
  const countOfCenters = (ids: readonly string[]) =>
    waitingAppointments(db)
      .innerJoin('unconfirmed_bookings as booking', 'booking.appointment_id', 'appointments.id')
      .leftJoin(confirmed.as('confirmed'), 'confirmed.id', 'appointments.user_id')
      .where('booking.center_id', 'in', ids)
      .where('confirmed.id', 'is', null)
      .select((e) => [
        'booking.center_id',
        'appointments.day',
        'appointments.slot_time',
        e.fn.countAll<number | string>().as('count'),
      ])
      .groupBy(['booking.center_id', 'appointments.day', 'appointments.slot_time'])
      .execute();
  const found: Awaited<ReturnType<typeof countOfCenters>> = [];
  await forEachBatch(centerIds, async (ids) => void found.push(...(await countOfCenters(ids))));
  return found.map((row) => ({ ...row, count: Number(row.count) }));
}

export const findAppointment = (db: Db, id: string): Promise<AppointmentRow | undefined> =>
  db.selectFrom('appointments').select(appointmentColumns).where('id', '=', id).executeTakeFirst();

/**
 * Cancels an appointment, which keeps its time as `released_time`. Returns false if it was paid, moved or
 * recorded in the meantime.
 */
export const cancelBookedAppointment = (
  trx: Trx,
  { id, user_id, day, slot_time }: Pick<AppointmentRow, 'id' | 'user_id' | 'day' | 'slot_time'>,
): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('appointments')
      .set({
        status: 'cancelled',
        cancellation_reason: 'address-unconfirmed',
        slot_time: null,
        released_time: slot_time,
      })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .where('day', '=', day)
      .where('slot_time', '=', slot_time)
      .where('status', '=', 'booked')
      .where('transaction_id', 'is', null)
      .returning('id'),
  );

/**
 * Books an appointment again at its time. Returns false if it is no longer canceled because of an unconfirmed
 * address.
 */
export const restoreBookedAppointment = (
  trx: Trx,
  { id, user_id, released_time }: Pick<AppointmentRow, 'id' | 'user_id' | 'released_time'>,
): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('appointments')
      .set({
        status: 'booked',
        cancellation_reason: null,
        slot_time: released_time,
        released_time: null,
      })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .where('released_time', '=', released_time)
      .where('status', '=', 'cancelled')
      .where('cancellation_reason', '=', 'address-unconfirmed')
      .where('transaction_id', 'is', null)
      .returning('id'),
  );
