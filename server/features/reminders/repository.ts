import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import {
  type AppointmentRow,
  appointmentColumns,
  type Db,
  type Trx,
  type UserRow,
  userColumns,
} from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

/** Must match the expression of the index `appointments_to_remind` exactly, or databases do not use it. */
const hasNoReminder = sql<boolean>`coalesce(reminded_day, '') <> day`;

/**
 * Returns the ids of centers, grouped by time zone. The key `undefined` is for appointments whose center is
 * unknown.
 */
export async function listCentersByTimeZone(db: Db): Promise<Map<string | undefined, string[] | undefined>> {
  const centers = await db.selectFrom('centers').select(['id', 'time_zone']).orderBy('id').execute();
  const zones = Map.groupBy(centers, ({ time_zone }) => time_zone);
  return new Map<string | undefined, string[] | undefined>([
    [undefined, undefined],
    ...[...zones].map(([zone, found]): [string, string[]] => [zone, found.map(({ id }) => id)]),
  ]);
}

type Due = { day: Day; centerIds: readonly string[] | undefined };

/** Selects the booked appointments of a day at these centers that have no reminder yet. */
export const selectDueReminders = (db: Db, { day, centerIds }: Due, limit: number) =>
  db
    .selectFrom('appointments')
    .select('id')
    .where('day', '=', day)
    // `is null` would make PostgreSQL use the index of unlinked appointments, which includes reminded ones.
    .where((e) =>
      centerIds ? e('center_id', 'in', centerIds) : e(e.fn.coalesce('center_id', e.val('')), '=', ''),
    )
    .where(hasNoReminder)
    .where('status', '=', 'booked')
    .orderBy('id')
    .limit(limit);

/**
 * Claims due reminders by marking their appointments as reminded for that day, so that no other server sends
 * them.
 */
export async function claimDueReminders(
  trx: Trx,
  due: Due,
  limit: number,
): Promise<Pick<AppointmentRow, 'id' | 'user_id'>[]> {
  const found = await selectDueReminders(trx, due, limit).execute();
  const { day } = due;
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return trx
    .updateTable('appointments')
    .set({ reminded_day: day })
    .where('id', 'in', ids)
    .where('day', '=', day)
    .where(hasNoReminder)
    .returning(['id', 'user_id'])
    .execute();
}

export type OwnedReminder = Owner & { appointmentId: string };

export const findOwnedAppointment = (
  db: Db,
  { appointmentId, userId }: OwnedReminder,
): Promise<AppointmentRow | undefined> =>
  db
    .selectFrom('appointments')
    .select(appointmentColumns)
    .where('id', '=', appointmentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Returns undefined if the account is gone. */
export const findUser = (db: Db, userId: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).executeTakeFirst();

/**
 * Turns reminders off or on.
 * @param since when reminders were turned off, in ms, or null to turn them on
 */
export const setOptedOut = (db: Db, userId: string, since: number | null) =>
  db
    .updateTable('users')
    .set({ reminders_stopped_at: since })
    .where('id', '=', userId)
    .where('reminders_stopped_at', since === null ? 'is not' : 'is', null)
    .execute();

/** Returns the days whose reminders were sent or not needed. */
export async function listRemindedDays(db: Db, { userId }: Owner): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('reminded_day')
    .where('user_id', '=', userId)
    .where('reminded_day', 'is not', null)
    .orderBy('reminded_day')
    .execute();
  return rows.map(({ reminded_day }) => reminded_day ?? '');
}

/** Must match the expression of the index `deferrals_to_email`. */
const isNotEmailed = sql<boolean>`coalesce(deferral_emailed, '') <> deferred_until`;

/**
 * Claims deferrals that end in a range of days by marking them, so that no other server sends their emails.
 */
export async function claimEndedDeferrals(
  trx: Trx,
  { from, to, limit }: { from: Day; to: Day; limit: number },
): Promise<Pick<AppointmentRow, 'id' | 'user_id' | 'deferred_until'>[]> {
  const found = await trx
    .selectFrom('appointments')
    .select('id')
    .where('deferred_until', 'is not', null)
    .where('deferred_until', '>=', from)
    .where('deferred_until', '<=', to)
    .where(isNotEmailed)
    .orderBy('deferred_until')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return (
    trx
      .updateTable('appointments')
      .set(({ ref }) => ({ deferral_emailed: ref('deferred_until') }))
      .where('id', 'in', ids)
      // The center may have prolonged the deferral since it was read.
      .where('deferred_until', '<=', to)
      .where(isNotEmailed)
      .returning(['id', 'user_id', 'deferred_until'])
      .execute()
  );
}

/** Returns the last day on which a deferral of the member ends. */
export const findDeferralEnd = async (db: Db, { userId }: Owner): Promise<Day | undefined> =>
  (
    await db
      .selectFrom('appointments')
      .select('deferred_until')
      .where('user_id', '=', userId)
      .where('deferred_until', 'is not', null)
      .orderBy('deferred_until', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.deferred_until ?? undefined;
