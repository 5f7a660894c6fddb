import type { Day } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import { deleteBefore } from '#platform/database/in-batches.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import { ConcurrentUpdateError } from '#platform/database/transaction.ts';
import type { StatusChangeRow, WalkInRow } from '#server/db/check-in-tables.ts';
import { type AppointmentRow, appointmentColumns, type Db, type Trx } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';

const columns = [
  ...(['id', 'user_id', 'name', 'phone', 'blood_group', 'day', 'center_id'] as const),
  ...(['slot_time', 'released_time', 'status', 'deferred_until', 'walk_in'] as const),
] as const;

/** The columns of an appointment that check-in needs. */
export type CheckInAppointment = Pick<AppointmentRow, (typeof columns)[number]>;

/** `arrived_at`: when a walk-in came. */
export type ListedAppointment = CheckInAppointment & { arrived_at: number | null };

/** Returns the appointments of a day at a center, without those of deleted accounts. */
export const listAppointmentsOfDay = (db: Db, centerId: string, day: Day): Promise<ListedAppointment[]> =>
  db
    .selectFrom('appointments')
    .leftJoin('walk_ins', 'walk_ins.appointment_id', 'appointments.id')
    .select([...columns.map((column) => `appointments.${column}` as const), 'walk_ins.arrived_at'])
    .where('appointments.center_id', '=', centerId)
    .where('day', '=', day)
    .where('name', '!=', '')
    .execute();

export const findAppointment = (db: Db, id: string): Promise<CheckInAppointment | undefined> =>
  db.selectFrom('appointments').select(columns).where('id', '=', id).executeTakeFirst();

type Key = Pick<CheckInAppointment, 'id' | 'user_id'>;

/** Locks an appointment until the transaction ends. */
export const lockAppointment = (trx: Trx, { id, user_id }: Key): Promise<CheckInAppointment | undefined> =>
  trx
    .selectFrom('appointments')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst();

type Outcome = Pick<AppointmentRow, 'status' | 'deferred_until' | 'slot_time' | 'released_time'>;

export const setOutcome = (trx: Trx, { id, user_id }: Key, outcome: Outcome) =>
  trx
    .updateTable('appointments')
    .set({ ...outcome, cancellation_reason: null })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .execute();

const changeColumns = columnsOf<StatusChangeRow>({
  id: true,
  appointment_id: true,
  operation_id: true,
  center_id: true,
  day: true,
  status: true,
  deferred_until: true,
  changed_at: true,
  recorded_at: true,
  writer: true,
  role: true,
  device: true,
  is_scan: true,
});

/** Returns the recorded changes of an appointment on its day. */
export const listStatusChanges = (
  db: Db,
  { id, day }: Pick<CheckInAppointment, 'id' | 'day'>,
): Promise<StatusChangeRow[]> =>
  db
    .selectFrom('status_changes')
    .select(changeColumns)
    .where('appointment_id', '=', id)
    .where('day', '=', day)
    .execute();

/**
 * Returns a day's changes of the appointments that several devices have changed. Only these can need a check.
 */
export const listChangesByMultipleDevices = (
  db: Db,
  centerId: string,
  day: Day,
): Promise<StatusChangeRow[]> =>
  db
    .selectFrom('status_changes')
    .select(changeColumns)
    .where('center_id', '=', centerId)
    .where('day', '=', day)
    .where('appointment_id', 'in', (eb) =>
      eb
        .selectFrom('status_changes')
        .select('appointment_id')
        .where('center_id', '=', centerId)
        .where('day', '=', day)
        .groupBy('appointment_id')
        .having((group) => group(group.fn.min('writer'), '<>', group.fn.max('writer'))),
    )
    .execute();

/** Returns false if the operation was received before. */
export const insertStatusChange = (trx: Trx, change: StatusChangeRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('status_changes')
      .values(change)
      .onConflict((c) => c.columns(['appointment_id', 'operation_id']).doNothing())
      .returning('id'),
  );

/** Returns the id of the appointment that an earlier request with this operation created. */
export const findWalkIn = async (
  db: Db,
  { center_id, operation_id }: Pick<WalkInRow, 'center_id' | 'operation_id'>,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('walk_ins')
      .select('appointment_id')
      .where('center_id', '=', center_id)
      .where('operation_id', '=', operation_id)
      .executeTakeFirst()
  )?.appointment_id;

/** Returns false if the operation was received before. */
export const insertWalkIn = (trx: Trx, row: WalkInRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('walk_ins')
      .values(row)
      .onConflict((c) => c.columns(['center_id', 'operation_id']).doNothing())
      .returning('appointment_id'),
  );

/** Deletes the recorded changes of these appointments, and their walk-in rows. */
export async function deleteAppointmentChanges(trx: Trx, appointmentIds: readonly string[]): Promise<void> {
  if (appointmentIds.length === 0) return;
  await trx.deleteFrom('status_changes').where('appointment_id', 'in', appointmentIds).execute();
  await trx.deleteFrom('walk_ins').where('appointment_id', 'in', appointmentIds).execute();
}

export const findAppointmentOwner = (db: Db, id: string) =>
  db.selectFrom('appointments').select(['user_id', 'day', 'email']).where('id', '=', id).executeTakeFirst();

/** Returns the language of the account with this address. */
export const findLanguageByEmail = async (db: Db, email: string): Promise<Language | null | undefined> =>
  (await db.selectFrom('users').select('language').where('email', '=', email).executeTakeFirst())?.language;

/**
 * Gives an appointment to an account, by deleting and reinserting the row.
 * @throws ConcurrentUpdateError if the account has booked that day in the meantime, or the appointment has
 * been claimed
 */
export async function reassignAppointment(
  trx: Trx,
  { id, user_id }: Pick<AppointmentRow, 'id' | 'user_id'>,
  { userId, email }: Viewer,
): Promise<void> {
  const row = await trx
    .deleteFrom('appointments')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(appointmentColumns)
    .executeTakeFirst();
  if (!row) throw new ConcurrentUpdateError();
  const insertion = trx
    .insertInto('appointments')
    .values({ ...row, user_id: userId, email })
    .onConflict((c) => c.columns(['user_id', 'day']).doNothing())
    .returning('id');
  if (!(await hasRow(insertion))) throw new ConcurrentUpdateError();
}

const UNCLAIMED_PER_RUN = 500;

/** Removes the personal data of at most 500 unclaimed walk-ins before a day. */
export async function anonymizeUnclaimedWalkIns(db: Db, before: Day): Promise<void> {
  const found = await db
    .selectFrom('appointments')
    .select(['id', 'user_id'])
    .where('walk_in', 'is not', null)
    .where('day', '<', before)
    .where('name', '!=', '')
    .where('user_id', 'like', 'walk-in-%')
    .limit(UNCLAIMED_PER_RUN)
    .execute();
  for (const { id, user_id } of found)
    await db
      .updateTable('appointments')
      .set({ name: '', email: '', phone: '', blood_group: '', deferred_until: null })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .execute();
}

/** Deletes the changes that the server received before `before`, in ms. */
export const deleteChangesBefore = (db: Db, before: number): Promise<void> =>
  deleteBefore(db, 'status_changes', { key: 'id', column: 'recorded_at', before });
