import { createHmac } from 'node:crypto';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { hasOwner } from '#server/features/staff/rules.ts';
import { addExpiry, readExpiry, removeExpiry } from './owner-link-repository.ts';

const LINK_TTL_MS = days(1);

type LinkCore = Pick<Core, 'clock' | 'logKey'>;

/** Derives the token from the key, so that it is the same on all servers and need not be stored. */
const tokenOf = (key: Uint8Array, expiresAt: string): string =>
  createHmac('sha256', key).update(`owner link, expires at ${expiresAt}`).digest('base64url');

/**
 * Returns the link that makes a person the first owner, or undefined if the site has an owner. Creates a new
 * link if the last one has expired.
 */
export async function readOwnerLink({
  db,
  clock,
  logKey,
  publicUrl,
}: Pick<Core, 'db' | 'clock' | 'logKey' | 'publicUrl'>): Promise<string | undefined> {
  if (await hasOwner(db)) return undefined;
  let expiresAt = await readExpiry(db);
  if (expiresAt === undefined || Number(expiresAt) <= clock()) {
    if (expiresAt !== undefined) await removeExpiry(db, expiresAt);
    await addExpiry(db, clock() + LINK_TTL_MS);
    expiresAt = await readExpiry(db);
  }
  return `${publicUrl}/staff/join#${tokenOf(logKey, expiresAt ?? '')}`;
}

/**
 * Uses the link, which works once, and only while the site has no owner. Returns false for any other token.
 * @throws AppError link-expired (410)
 */
export async function takeOwnerLink(
  trx: Trx,
  { clock, logKey, token }: LinkCore & { token: string },
): Promise<boolean> {
  const expiresAt = await readExpiry(trx);
  if (expiresAt === undefined || !isSameSecret(token, tokenOf(logKey, expiresAt)) || (await hasOwner(trx)))
    return false;
  if (Number(expiresAt) <= clock()) throw new AppError('link-expired');
  return removeExpiry(trx, expiresAt);
}
