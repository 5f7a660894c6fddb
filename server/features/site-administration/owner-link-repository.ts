import { hasRow } from '#platform/database/rows.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** The site setting with the time when the owner link expires, in ms. It is removed when the link is used. */
const setting = 'owner-link';

export const readExpiry = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('site_settings').select('value').where('name', '=', setting).executeTakeFirst())
    ?.value;

/**
 * Stores the time unless one is stored, so that only the first of several servers that start together
 * succeeds.
 */
export const addExpiry = (db: Db, expiresAt: number) =>
  db
    .insertInto('site_settings')
    .values({ name: setting, value: String(expiresAt) })
    .onConflict((c) => c.doNothing())
    .execute();

/** Removes the stored time if it still equals `expiresAt`. Otherwise returns false. */
export const removeExpiry = (trx: Db | Trx, expiresAt: string): Promise<boolean> =>
  hasRow(
    trx
      .deleteFrom('site_settings')
      .where('name', '=', setting)
      .where('value', '=', expiresAt)
      .returning('name'),
  );

/** Removes the stored time, whatever it is, so that the printed link no longer works. */
export const removeOwnerLink = (trx: Trx) =>
  trx.deleteFrom('site_settings').where('name', '=', setting).execute();
