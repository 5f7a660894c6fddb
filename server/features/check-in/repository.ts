import type { Day } from '#contract/days.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import type { StatusChangeRow, WalkInRow } from '#server/db/check-in-tables.ts';
import type { AppointmentRow, Db, Trx } from '#server/db/tables.ts';

const columns = [
  ...(['id', 'user_id', 'name', 'phone', 'blood_group', 'day', 'center_id'] as const),
  ...(['place_time', 'released_time', 'status', 'deferred_until', 'walk_in'] as const),
] as const;

/** What check-in needs of an appointment. */
export type CheckInAppointment = Pick<AppointmentRow, (typeof columns)[number]>;

/** Returns the appointments of a day at a center, without those of deleted accounts. */
export const listOfDay = (db: Db, centerId: string, day: Day): Promise<CheckInAppointment[]> =>
  db
    .selectFrom('appointments')
    .select(columns)
    .where('center_id', '=', centerId)
    .where('day', '=', day)
    .where('name', '!=', '')
    .execute();

export const findAppointment = (db: Db, id: string): Promise<CheckInAppointment | undefined> =>
  db.selectFrom('appointments').select(columns).where('id', '=', id).executeTakeFirst();

/** Returns the center of an appointment, if it belongs to one. */
export const findCenterOf = async (db: Db, appointmentId: string): Promise<string | undefined> =>
  (await findAppointment(db, appointmentId))?.center_id ?? undefined;

/** Locks an appointment until the transaction ends. Distributed tables have no `for update`. */
export const lockAppointment = (
  trx: Trx,
  { id, user_id }: Pick<CheckInAppointment, 'id' | 'user_id'>,
): Promise<CheckInAppointment | undefined> =>
  trx
    .updateTable('appointments')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(columns)
    .executeTakeFirst();

type Outcome = Pick<AppointmentRow, 'status' | 'deferred_until' | 'place_time' | 'released_time'>;

export const setOutcome = (trx: Trx, { id, user_id }: CheckInAppointment, outcome: Outcome) =>
  trx.updateTable('appointments').set(outcome).where('id', '=', id).where('user_id', '=', user_id).execute();

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
});

export const listChanges = (db: Db, appointmentId: string): Promise<StatusChangeRow[]> =>
  db.selectFrom('status_changes').select(changeColumns).where('appointment_id', '=', appointmentId).execute();

export const listChangesOfDay = (db: Db, centerId: string, day: Day): Promise<StatusChangeRow[]> =>
  db
    .selectFrom('status_changes')
    .select(changeColumns)
    .where('center_id', '=', centerId)
    .where('day', '=', day)
    .execute();

/** Returns false if the operation was received before. */
export const insertChange = (trx: Trx, change: StatusChangeRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('status_changes')
      .values(change)
      .onConflict((c) => c.columns(['appointment_id', 'operation_id']).doNothing())
      .returning('id'),
  );

/** Returns the appointment that an earlier request with this operation has created. */
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

/** Deletes what was recorded about the appointments of an account. */
export async function deleteChangesOf(trx: Trx, appointmentIds: readonly string[]): Promise<void> {
  if (appointmentIds.length === 0) return;
  await trx.deleteFrom('status_changes').where('appointment_id', 'in', appointmentIds).execute();
  await trx.deleteFrom('walk_ins').where('appointment_id', 'in', appointmentIds).execute();
}
