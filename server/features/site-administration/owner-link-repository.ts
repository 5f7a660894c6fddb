import { hasRow } from '#platform/database/rows.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** The site setting with the time when the owner link expires, in ms. It is removed when the link is used. */
const setting = 'owner-link';

export const readExpiry = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('site_settings').select('value').where('name', '=', setting).executeTakeFirst())
    ?.value;

/** Stores the time unless there is one. One of several servers that start together wins. */
export const addExpiry = (db: Db, expiresAt: number) =>
  db
    .insertInto('site_settings')
    .values({ name: setting, value: String(expiresAt) })
    .onConflict((c) => c.doNothing())
    .execute();

/** Removes the time if it is still this one. Returns whether it was. */
export const removeExpiry = (trx: Db | Trx, expiresAt: string): Promise<boolean> =>
  hasRow(
    trx
      .deleteFrom('site_settings')
      .where('name', '=', setting)
      .where('value', '=', expiresAt)
      .returning('name'),
  );

/** Removes the time, whatever it is: the link that was printed for it does not work any more. */
export const removeOwnerLink = (trx: Trx) =>
  trx.deleteFrom('site_settings').where('name', '=', setting).execute();
