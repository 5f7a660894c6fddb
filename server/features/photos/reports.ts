import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import { days } from '#platform/time.ts';
import type { Trx } from '#server/db/tables.ts';
import { type EmailConfirmationDeps, isEmailConfirmed, requireUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  addReport,
  blockPicture,
  claimHidingSlot,
  countQualified,
  countReport,
  findPhoto,
  markPhoto,
} from './reports-repository.ts';

/** So many reports that count hide a photo until the operator has decided. */
export const REPORTS_TO_HIDE = 3;

/** A report counts from an account that is this old, with a confirmed address: new accounts cost nothing. */
export const MIN_ACCOUNT_AGE_MS = days(1);

/** So many photos reports may hide in any hour, on the whole site; others wait for the operator. */
export const MAX_HIDDEN_PER_HOUR = 5;

/** Of one member: somebody who looks through the whole wall in anger hides little with it. */
export const MAX_REPORTS_PER_DAY: RateLimit = { points: 50, seconds: 86_400 };

export type ReportDeps = EmailConfirmationDeps & {
  /** @throws AppError too-many-requests (429) */
  countReport: (userId: string) => Promise<void>;
  /** Somebody has to decide: nobody looks for what nobody sees. */
  onHidden: (photoId: string) => void;
  /** Enough reports to hide it, but MAX_HIDDEN_PER_HOUR is reached. */
  onHeld: (photoId: string) => void;
};

/**
 * Once a member and photo; a repeat changes nothing, nor does reporting one's own. Whether it counts is decided by each
 * later report of the photo anew: an address may be confirmed, and an account grow older.
 * @throws AppError not-found (404), too-many-requests (429), unavailable (503)
 */
export async function reportPhoto(deps: ReportDeps, viewer: Viewer, photoId: string): Promise<void> {
  await deps.countReport(viewer.userId);
  // For the user's row, which the count reads; not inside a transaction.
  await isEmailConfirmed(deps, viewer);
  const outcome = await inTransaction(deps.db, async (trx) => {
    await requireUser(trx, viewer);
    const photo = await findPhoto(trx, photoId);
    if (!photo) throw new AppError('not-found');
    const now = deps.clock();
    if (photo.user_id === viewer.userId || !(await addReport(trx, { viewer, photoId, now })))
      return 'unchanged';
    return decide(trx, photoId, now);
  });
  if (outcome === 'hidden') deps.onHidden(photoId);
  if (outcome === 'held') deps.onHeld(photoId);
}

async function decide(trx: Trx, photoId: string, now: number): Promise<'hidden' | 'held' | 'unchanged'> {
  const photo = await countReport(trx, photoId, now);
  // Deleted since it was looked at: the report goes back with the transaction.
  if (!photo) throw new AppError('not-found');
  if ((photo.kept_at ?? photo.held_at) !== null || (await findPhoto(trx, photoId))?.is_hidden)
    return 'unchanged';
  const counted = await countQualified(trx, photoId, now - MIN_ACCOUNT_AGE_MS);
  if (counted < REPORTS_TO_HIDE) return 'unchanged';
  if (!(await claimHidingSlot(trx, { now, max: MAX_HIDDEN_PER_HOUR }))) {
    await markPhoto(trx, photoId, { held_at: now });
    return 'held';
  }
  await markPhoto(trx, photoId, { hidden_at: now });
  await blockPicture(trx, photo.img, now);
  return 'hidden';
}
