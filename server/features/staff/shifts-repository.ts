import { deleteBefore } from '#platform/database/in-batches.ts';
import { hasRow } from '#platform/database/rows.ts';
import type { StaffShiftRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

type ShiftKey = Owner & { signIn: string };

export const findShift = (db: Db, { userId, signIn }: ShiftKey) =>
  db
    .selectFrom('staff_shifts')
    .select(['id', 'user_id', 'sign_in', 'device', 'started_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('sign_in', '=', signIn)
    .executeTakeFirst();

/** Stores a shift unless the sign-in has one, and returns the stored one. */
export async function addShift(db: Db, shift: StaffShiftRow): Promise<StaffShiftRow> {
  await db
    .insertInto('staff_shifts')
    .values(shift)
    .onConflict((c) => c.columns(['user_id', 'sign_in']).doNothing())
    .execute();
  return (await findShift(db, { userId: shift.user_id, signIn: shift.sign_in })) ?? shift;
}

/**
 * Returns the shifts, of one person or of everyone, that have not ended and whose person has not signed out,
 * latest first.
 */
export const listShifts = (db: Db, { userId, now }: { userId?: string; now: number }) =>
  db
    .selectFrom('staff_shifts')
    .select(['id', 'user_id', 'device', 'started_at', 'ends_at'])
    .where('ends_at', '>', now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions')
          .leftJoin('ended_identity_sessions as ended', 'ended.id', 'sessions.identity_session')
          .select('sessions.id')
          .whereRef('sessions.user_id', '=', 'staff_shifts.user_id')
          .where((e) => e(e.cast('sessions.auth_time', 'text'), '=', e.ref('staff_shifts.sign_in')))
          .where('ended.id', 'is', null),
      ),
    )
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? ''))
    .orderBy('started_at', 'desc')
    .execute();

/** Returns all stored shifts of a person, latest first. */
export const listOwnShifts = (db: Db, { userId }: Owner) =>
  db
    .selectFrom('staff_shifts')
    .select(['device', 'started_at', 'ends_at'])
    .where('user_id', '=', userId)
    .orderBy('started_at', 'desc')
    .execute();

/** Ends all shifts of a person, or the one with `id`, now. Returns false if there was none. */
export const setShiftsEnded = (trx: Trx, { id, userId, now }: Owner & { id?: string; now: number }) =>
  hasRow(
    trx
      .updateTable('staff_shifts')
      .set({ ends_at: now })
      .where('ends_at', '>', now)
      .where('user_id', '=', userId)
      .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
      .returning('id'),
  );

/** Returns the person and the sign-in of a shift that has not ended. */
export const findShiftHolder = (db: Db, { id, now }: { id: string; now: number }) =>
  db
    .selectFrom('staff_shifts')
    .select(['user_id as userId', 'sign_in as signIn'])
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .executeTakeFirst();

/** Locks a shift until the transaction ends, and returns when it ends. */
export const lockShift = (trx: Trx, id: string) =>
  trx
    .selectFrom('staff_shifts')
    .select('ends_at as endsAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Deletes the shifts that ended before `before`. */
export const removeOldShifts = (db: Db, before: number): Promise<void> =>
  deleteBefore(db, 'staff_shifts', { key: 'id', column: 'ends_at', before });

export const removeShifts = (trx: Trx, { userId }: Owner) =>
  trx.deleteFrom('staff_shifts').where('user_id', '=', userId).execute();
