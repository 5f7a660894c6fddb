import type { Day } from '#contract/days.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import type { DisplacedAppointmentRow } from '#server/db/center-tables.ts';
import { type AppointmentRow, appointmentColumns, type Db, type Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

const columns = columnsOf<DisplacedAppointmentRow>({
  id: true,
  appointment_id: true,
  user_id: true,
  center_id: true,
  closing_id: true,
  day: true,
  time: true,
  moves: true,
  message: true,
  created_at: true,
  notified_at: true,
  called_at: true,
  refund_at: true,
});

/** Maximum number of rows in one statement. */
const BATCH = 500;

/** Adds rows. If an appointment's day is closed again, the new row replaces the earlier one. */
export async function insertDisplacedAppointments(
  trx: Trx,
  rows: readonly DisplacedAppointmentRow[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    for (const [day, ofDay] of Map.groupBy(batch, (row) => row.day))
      await trx
        .deleteFrom('closed_appointments')
        .where('day', '=', day)
        .where(
          'appointment_id',
          'in',
          ofDay.map((row) => row.appointment_id),
        )
        .execute();
    await trx.insertInto('closed_appointments').values(batch).execute();
  }
}

export const findDisplacedAppointment = (db: Db, id: string): Promise<DisplacedAppointmentRow | undefined> =>
  db.selectFrom('closed_appointments').select(columns).where('id', '=', id).executeTakeFirst();

/** Returns the row of an appointment that has not moved since it was displaced or canceled. */
export const findClosedByAppointment = (
  db: Db,
  { id, day, moves }: Pick<AppointmentRow, 'id' | 'day' | 'moves'>,
): Promise<DisplacedAppointmentRow | undefined> =>
  db
    .selectFrom('closed_appointments')
    .select(columns)
    .where('appointment_id', '=', id)
    .where('day', '=', day)
    .where('moves', '=', moves)
    .executeTakeFirst();

/** Returns the center's rows whose day is `from` or later, sorted by day and time. */
export const listCenterDisplacedAppointments = (
  db: Db,
  centerId: string,
  from: Day,
): Promise<DisplacedAppointmentRow[]> =>
  db
    .selectFrom('closed_appointments')
    .select(columns)
    .where('center_id', '=', centerId)
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('time')
    .orderBy('id')
    .execute();

export const listMemberDisplacedAppointments = (
  db: Db,
  { userId }: Owner,
  from: Day,
): Promise<DisplacedAppointmentRow[]> =>
  db
    .selectFrom('closed_appointments')
    .select(columns)
    .where('user_id', '=', userId)
    .where('day', '>=', from)
    .orderBy('day')
    .execute();

/** Records when a donor was notified or called. Keeps the first time. */
export const recordContactTime = (db: Db, id: string, column: 'notified_at' | 'called_at', now: number) =>
  db
    .updateTable('closed_appointments')
    .set({ [column]: now })
    .where('id', '=', id)
    .where(column, 'is', null)
    .execute();

/** Locks a canceled appointment until the transaction ends. Returns false if the cancellation was undone. */
export const lockCanceled = (
  trx: Trx,
  { id, user_id }: Pick<AppointmentRow, 'id' | 'user_id'>,
): Promise<boolean> =>
  hasRow(
    trx
      .selectFrom('appointments')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .where('status', '=', 'cancelled')
      .forUpdate(),
  );

/** Returns false if the refund was ordered before. */
export const requestRefund = (trx: Trx, id: string, now: number): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('closed_appointments')
      .set({ refund_at: now })
      .where('id', '=', id)
      .where('refund_at', 'is', null)
      .returning('id'),
  );

export async function listAppointments(db: Db, ids: readonly string[]): Promise<Map<string, AppointmentRow>> {
  const found: AppointmentRow[] = [];
  for (let start = 0; start < ids.length; start += BATCH)
    found.push(
      ...(await db
        .selectFrom('appointments')
        .select(appointmentColumns)
        .where('id', 'in', ids.slice(start, start + BATCH))
        .execute()),
    );
  return new Map(found.map((row) => [row.id, row]));
}

/**
 * `earliestDay`: the day of the displaced appointment or the end of the donor's deferral, whichever is later.
 */
export type Availability = { earliestDay: Day; busyDays: ReadonlySet<Day> };

/** Returns when the donor of each row can come, keyed by the row's id. */
export async function readAvailability(
  db: Db,
  rows: readonly Pick<DisplacedAppointmentRow, 'id' | 'user_id' | 'appointment_id' | 'day'>[],
): Promise<Map<string, Availability>> {
  const appointments: Pick<AppointmentRow, 'id' | 'user_id' | 'day' | 'deferred_until'>[] = [];
  for (let start = 0; start < rows.length; start += BATCH)
    appointments.push(
      ...(await db
        .selectFrom('appointments')
        .select(['id', 'user_id', 'day', 'deferred_until'])
        .where(
          'user_id',
          'in',
          rows.slice(start, start + BATCH).map((row) => row.user_id),
        )
        .execute()),
    );
  const byDonor = Map.groupBy(appointments, (row) => row.user_id);
  return new Map(
    rows.map(({ id, user_id, appointment_id, day }) => {
      const own = (byDonor.get(user_id) ?? []).filter((row) => row.id !== appointment_id);
      const ends = own.flatMap(({ deferred_until }) => deferred_until ?? []);
      const busy = own.filter((row) => row.day >= day).map((row) => row.day);
      return [id, { earliestDay: [day, ...ends].sort().at(-1) ?? day, busyDays: new Set(busy) }];
    }),
  );
}

export const removeMemberDisplacedAppointments = (trx: Trx, { userId }: Owner) =>
  trx.deleteFrom('closed_appointments').where('user_id', '=', userId).execute();

/**
 * Returns the ids of the payments, not refunded yet, of canceled appointments that have a row for a day
 * before `before`. Locks the appointments.
 */
export async function lockDueRefunds(trx: Trx, before: Day): Promise<string[]> {
  const rows = await trx
    .selectFrom('appointments')
    .select('transaction_id')
    .where('id', 'in', (e) =>
      e.selectFrom('closed_appointments').select('appointment_id').where('day', '<', before),
    )
    .where('status', '=', 'cancelled')
    .where('transaction_id', 'is not', null)
    .where('refunded_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.flatMap(({ transaction_id }) => transaction_id ?? []);
}

/** Deletes the rows whose day is before `before`. */
export const removeOldDisplacedAppointments = (db: Db, before: Day) =>
  db.deleteFrom('closed_appointments').where('day', '<', before).execute();
