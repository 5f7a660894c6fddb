import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { compileOnce } from '#platform/database/compile-once.ts';
import { hasRow } from '#platform/database/rows.ts';
import { type AppointmentTable, appointmentColumns, type Db, type Trx } from '#server/db/tables.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';

/** Gives no row when the person already has that day: the unique index decides. */
export const insertAppointmentQuery = compileOnce(appointmentColumns, (db: Db, row: AppointmentTable) =>
  db
    .insertInto('appointments')
    .values(row)
    .onConflict((c) => c.columns(['user_id', 'day']).doNothing())
    .returning('id'),
);

export const listAppointments = (db: Db, viewer: Viewer): Promise<AppointmentTable[]> =>
  appointmentsOf(db, { userId: viewer.userId }).execute();

const appointmentsOf = compileOnce(['userId'], (db: Db, { userId }: Owner) =>
  db.selectFrom('appointments').select(appointmentColumns).where('user_id', '=', userId).orderBy('day'),
);

export const findAppointment = (db: Db, viewer: Owner, id: string): Promise<AppointmentTable | undefined> =>
  db
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .executeTakeFirst();

/**
 * Moves an unpaid appointment, to a day so near (`fresh`) that nobody need be reminded of it; false when it is gone or has
 * been paid meanwhile. A taken day violates the index.
 */
export const changeDay = (
  trx: Trx,
  viewer: Viewer,
  id: string,
  { day, fresh }: { day: Day; fresh: boolean },
): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('appointments')
      .set({ day, moves: sql`moves + 1`, ...(fresh && { reminded_day: day }) })
      .where('id', '=', id)
      .where('user_id', '=', viewer.userId)
      .where('transaction_id', 'is', null)
      .returning('id'),
  );

const removingUnpaid = (db: Db, { userId }: Owner) =>
  db
    .deleteFrom('appointments')
    .where('user_id', '=', userId)
    .where('transaction_id', 'is', null)
    .returning('id');

/** `day`: only if it still is on that one. */
export const deleteUnpaid = (db: Db, viewer: Owner, id: string, day?: string): Promise<boolean> =>
  hasRow(
    removingUnpaid(db, viewer)
      .where('id', '=', id)
      .$if(day !== undefined, (q) => q.where('day', '=', day ?? '')),
  );

/** Gives the ids of those that went. */
export const deleteAllUnpaid = async (trx: Trx, viewer: Viewer): Promise<string[]> =>
  (await removingUnpaid(trx, viewer).execute()).map(({ id }) => id);

/**
 * Paid appointments stay for the books, without a person. They are written anew: a distributed database keeps a row
 * where its `user_id` says, and lets nobody change that.
 */
export async function anonymize(trx: Trx, viewer: Viewer, nobody: string): Promise<void> {
  const rows = await trx
    .deleteFrom('appointments')
    .where('user_id', '=', viewer.userId)
    .returning(appointmentColumns)
    .execute();
  for (const row of rows) {
    await trx
      .insertInto('appointments')
      .values({ ...row, user_id: nobody, email: '', name: '', phone: '', opinion: null, blood_group: '' })
      .execute();
  }
}
