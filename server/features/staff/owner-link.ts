import { createHmac } from 'node:crypto';
import { hasRow } from '#platform/database/rows.ts';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import { type Clock, days } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { hasOwner } from './roles-repository.ts';

const LINK_TTL_MS = days(1);
/** The site setting with the time when the link expires, in ms. It is removed when the link is used. */
const setting = 'owner-link';

type LinkDeps = { clock: Clock; logKey: Uint8Array };

/** The same on all servers, and not stored. */
const tokenOf = (key: Uint8Array, expiresAt: string): string =>
  createHmac('sha256', key).update(`owner link, expires at ${expiresAt}`).digest('base64url');

/**
 * Returns the link with which somebody becomes the first owner; undefined when the site has one. A new link is made when
 * the last one has expired.
 */
export async function readOwnerLink(
  db: Db,
  { clock, logKey, publicUrl }: LinkDeps & { publicUrl: string },
): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  const expiresAt = await readExpiry(db);
  if (expiresAt === undefined || Number(expiresAt) <= clock()) {
    await db
      .deleteFrom('site_settings')
      .where('name', '=', setting)
      .where('value', '=', expiresAt ?? '')
      .execute();
    await db
      .insertInto('site_settings')
      .values({ name: setting, value: String(clock() + LINK_TTL_MS) })
      .onConflict((c) => c.doNothing())
      .execute();
  }
  return `${publicUrl}/staff/join#${tokenOf(logKey, (await readExpiry(db)) ?? '')}`;
}

/**
 * Uses the link. It works once, and while the site has no owner.
 * @throws AppError not-found (404), link-expired (410)
 */
export async function takeOwnerLink(
  trx: Trx,
  { clock, logKey, token }: LinkDeps & { token: string },
): Promise<void> {
  const expiresAt = await readExpiry(trx);
  if (expiresAt === undefined || !isSameSecret(token, tokenOf(logKey, expiresAt)) || (await hasOwner(trx)))
    throw new AppError('not-found');
  if (Number(expiresAt) <= clock()) throw new AppError('link-expired');
  const isTaken = await hasRow(
    trx
      .deleteFrom('site_settings')
      .where('name', '=', setting)
      .where('value', '=', expiresAt)
      .returning('name'),
  );
  if (!isTaken) throw new AppError('not-found');
}

const readExpiry = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('site_settings').select('value').where('name', '=', setting).executeTakeFirst())
    ?.value;
