import { hasRow } from '#platform/database/rows.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** The site setting with the email server, encrypted. */
const setting = 'email-server';

export const readStoredServer = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('site_settings').select('value').where('name', '=', setting).executeTakeFirst())
    ?.value;

export const storeServer = (trx: Trx, value: string) =>
  trx
    .insertInto('site_settings')
    .values({ name: setting, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute();

/** Replaces the stored settings if they still equal `before`. Otherwise returns false. */
export const replaceServer = (trx: Trx, before: string, value: string): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('site_settings')
      .set({ value })
      .where('name', '=', setting)
      .where('value', '=', before)
      .returning('name'),
  );

/** Returns false if no settings were stored. */
export const removeServer = (trx: Trx): Promise<boolean> =>
  hasRow(trx.deleteFrom('site_settings').where('name', '=', setting).returning('name'));

/** Returns whether another person has a role, or an invitation that has not expired. */
export async function hasColleague(
  db: Db,
  { userId, now }: { userId: string; now: number },
): Promise<boolean> {
  const roleQuery = db.selectFrom('staff_roles').select('role').where('user_id', '!=', userId).limit(1);
  const invitationQuery = db
    .selectFrom('staff_invitations')
    .select('role')
    .where('expires_at', '>', now)
    .limit(1);
  return (await hasRow(roleQuery)) || (await hasRow(invitationQuery));
}
