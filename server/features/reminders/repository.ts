import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { AppointmentTable, Db, Trx, UserTable } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

/** Letter for letter as in the index `appointments_to_remind`, or no database finds its way to that. */
const notYet = sql<boolean>`coalesce(reminded_day, '') <> day`;

/** Who is still to be reminded of a day. */
export const selectDueReminders = (db: Db, day: Day, most: number) =>
  db.selectFrom('appointments').select('id').where('day', '=', day).where(notYet).orderBy('id').limit(most);

/** Whoever is taken here is taken by nobody else, ever, for that day. */
export async function claimDueReminders(
  trx: Trx,
  day: Day,
  most: number,
): Promise<Pick<AppointmentTable, 'id' | 'user_id'>[]> {
  const found = await selectDueReminders(trx, day, most).execute();
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  return trx
    .updateTable('appointments')
    .set({ reminded_day: day })
    .where('id', 'in', ids)
    .where('day', '=', day)
    .where(notYet)
    .returning(['id', 'user_id'])
    .execute();
}

export type OwnedReminder = Owner & { appointmentId: string };

export const findOwned = (
  db: Db,
  { appointmentId, userId }: OwnedReminder,
): Promise<AppointmentTable | undefined> =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('id', '=', appointmentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Nothing for an account that is gone. */
export const findPerson = (db: Db, userId: string): Promise<UserTable | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();

/** `since`: null switches them on again. */
export const setOptedOut = (db: Db, userId: string, since: number | null) =>
  db
    .updateTable('users')
    .set({ reminders_stopped_at: since })
    .where('id', '=', userId)
    .where('reminders_stopped_at', since === null ? 'is not' : 'is', null)
    .execute();

/** The days for which a reminder is done with. */
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
