import { type ExpressionBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { hasRow } from '#platform/database/rows.ts';
import {
  type AppointmentRow,
  appointmentColumns,
  type Db,
  type LateCancellationRow,
  type Tables,
  type Trx,
} from '#server/db/tables.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';

/** Returns false when the member already has an appointment on that day (unique index). */
export const insertAppointment = (trx: Trx, row: AppointmentRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('appointments')
      .values(row)
      .onConflict((c) => c.columns(['user_id', 'day']).doNothing())
      .returning('id'),
  );

export const listAppointments = (db: Db, viewer: Viewer): Promise<AppointmentRow[]> =>
  db
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('user_id', '=', viewer.userId)
    .orderBy('day')
    .execute();

/** Returns whether the member has an appointment on that day that prevents booking another one. */
export const hasAppointmentOn = (db: Db, viewer: Owner, day: Day): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('appointments')
      .select('id')
      .where('user_id', '=', viewer.userId)
      .where('day', '=', day)
      .where((e) => e.not(isReplaceable(e))),
  );

/**
 * Returns the condition under which a new booking may replace an appointment, which must be canceled, unpaid,
 * no walk-in, and without a recorded outcome. The donor sees such an appointment until booking that day
 * again.
 */
const isReplaceable = ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Tables, 'appointments'>) =>
  and([
    eb('status', '=', 'cancelled'),
    eb('transaction_id', 'is', null),
    eb('walk_in', 'is', null),
    not(
      exists(
        selectFrom('status_changes')
          .select('status_changes.id')
          .whereRef('status_changes.appointment_id', '=', 'appointments.id')
          .whereRef('status_changes.day', '=', 'appointments.day')
          .where('status_changes.status', 'not in', ['booked', 'cancelled']),
      ),
    ),
  ]);

/** Deletes the member's canceled appointment on that day if another booking may replace it. */
export const deleteReplaceable = (db: Db, viewer: Owner, day: Day): Promise<boolean> =>
  hasRow(
    db
      .deleteFrom('appointments')
      .where('user_id', '=', viewer.userId)
      .where('day', '=', day)
      .where(isReplaceable)
      .returning('id'),
  );

export const findAppointment = (db: Db, viewer: Owner, id: string): Promise<AppointmentRow | undefined> =>
  db
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();

/**
 * Moves an appointment. Returns false if the appointment is gone, or its status, payment, day or time is not
 * as in `from`. Violates the unique index if the member has another appointment on the day. `skipReminder`
 * marks the new day as reminded.
 */
export const changeDay = (
  trx: Trx,
  viewer: Owner,
  id: string,
  {
    from,
    day,
    slotTime,
    skipReminder,
  }: {
    from: Pick<AppointmentRow, 'day' | 'slot_time' | 'transaction_id' | 'status'>;
    day: Day;
    slotTime: string | null;
    skipReminder: boolean;
  },
): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('appointments')
      .set({
        day,
        slot_time: slotTime,
        moves: sql`moves + 1`,
        ...(skipReminder && { reminded_day: day }),
      })
      .where('id', '=', id)
      .where('user_id', '=', viewer.userId)
      .where('status', '=', from.status)
      .where('transaction_id', from.transaction_id === null ? 'is' : '=', from.transaction_id)
      .where('day', '=', from.day)
      .where('slot_time', from.slot_time === null ? 'is' : '=', from.slot_time)
      .returning('id'),
  );

/**
 * Cancels a paid appointment, which is kept for its payment but reserves no slot. Returns false if it has
 * moved or is not booked.
 */
export const cancelPaid = (trx: Trx, viewer: Owner, { id, moves }: Pick<AppointmentRow, 'id' | 'moves'>) =>
  hasRow(
    trx
      .updateTable('appointments')
      .set((e) => ({ status: 'cancelled', slot_time: null, released_time: e.ref('slot_time') }))
      .where('id', '=', id)
      .where('user_id', '=', viewer.userId)
      .where('moves', '=', moves)
      .where('status', '=', 'booked')
      .where('transaction_id', 'is not', null)
      .returning('id'),
  );

/** Returns the details of the member's newest appointment. */
export const findLastDetails = (db: Db, viewer: Owner) =>
  db
    .selectFrom('appointments')
    .select(['name', 'phone', 'blood_group'])
    .where('user_id', '=', viewer.userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The columns of a deleted appointment that recording a late cancellation needs. */
export type DeletedAppointment = Pick<
  AppointmentRow,
  'id' | 'day' | 'center' | 'center_id' | 'status' | 'slot_time'
>;

const deleteUnpaidQuery = (db: Db, { userId }: Owner) =>
  db
    .deleteFrom('appointments')
    .where('user_id', '=', userId)
    .where('transaction_id', 'is', null)
    .returning(['id', 'day', 'center', 'center_id', 'status', 'slot_time']);

/**
 * Deletes an unpaid appointment and returns it, unless it is canceled or has a recorded outcome.
 * @param day delete only if the appointment is on this day
 */
export const deleteUnpaid = (
  db: Db,
  viewer: Owner,
  id: string,
  day?: Day,
): Promise<DeletedAppointment | undefined> =>
  deleteUnpaidQuery(db, viewer)
    .where('id', '=', id)
    .where('status', '=', 'booked')
    .$if(day !== undefined, (q) => q.where('day', '=', day as Day))
    .executeTakeFirst();

/** Deletes the member's unpaid appointments and returns them. */
export const deleteAllUnpaid = (trx: Trx, viewer: Owner): Promise<DeletedAppointment[]> =>
  deleteUnpaidQuery(trx, viewer).execute();

export const addLateCancellation = (trx: Trx, row: LateCancellationRow) =>
  trx.insertInto('late_cancellations').values(row).execute();

/** Removes personal data from paid appointments, which are kept for accounting. Returns the previous rows. */
export async function anonymizePaid(
  trx: Trx,
  viewer: Viewer,
  anonymousUserId: string,
): Promise<AppointmentRow[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('user_id', '=', viewer.userId)
    .forUpdate()
    .execute();
  await trx
    .updateTable('appointments')
    .set({
      user_id: anonymousUserId,
      email: '',
      name: '',
      phone: '',
      opinion: null,
      blood_group: '',
      slot_time: null,
      deferred_until: null,
    })
    .where('user_id', '=', viewer.userId)
    .execute();
  return rows;
}

/**
 * Returns the arrival time of the owner's appointment at a center on a day. Returns '' for an appointment
 * without a time, and undefined without an appointment.
 */
export const findBookedTime = async (
  db: Db,
  { userId }: Owner,
  { center_id, day }: { center_id: string; day: Day },
): Promise<string | undefined> => {
  const found = await db
    .selectFrom('appointments')
    .select('slot_time')
    .where('user_id', '=', userId)
    .where('center_id', '=', center_id)
    .where('day', '=', day)
    .where('status', '!=', 'cancelled')
    .executeTakeFirst();
  return found && (found.slot_time ?? '');
};
