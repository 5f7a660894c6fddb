import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { type AddressDeps, listConfirmedMembers, requireUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import {
  addReport,
  blockPicture,
  findPhoto,
  incrementReports,
  listReporters,
  markPhoto,
  reserveHourlyHiding,
} from './reports-repository.ts';

/** Number of counted reports that hide a photo until a decision is made. */
export const REPORTS_TO_HIDE = 3;

/**
 * Minimum age of accounts whose reports count, because new accounts cost nothing. Their address must also be
 * verified.
 */
export const MIN_ACCOUNT_AGE_MS = days(1);

/**
 * How many photos reports can hide per hour on the whole site. Further ones stay visible until a decision is
 * made.
 */
export const MAX_HIDDEN_PER_HOUR = 5;

/** Limit per member, so that an angry member cannot report the whole gallery. */
export const MAX_REPORTS_PER_DAY: RateLimit = { points: 50, seconds: 86_400 };

export type ReportDeps = AddressDeps &
  Pick<Core, 'clock' | 'log'> & {
    /** @throws AppError too-many-requests (429) */
    countReport: (userId: string) => Promise<void>;
  };

/**
 * Records a report, once per member and photo. Reports of one's own photo are ignored. Each later report
 * counts all reports again, because an address may be verified and an account grow older in the meantime.
 * @throws AppError not-found (404), too-many-requests (429)
 */
export async function reportPhoto(deps: ReportDeps, viewer: Viewer, photoId: string): Promise<void> {
  await deps.countReport(viewer.userId);
  const outcome = await inTransaction(deps.db, async (trx) => {
    await requireUser(trx, viewer);
    const photo = await findPhoto(trx, photoId);
    if (!photo) throw new AppError('not-found');
    const now = deps.clock();
    if (photo.user_id === viewer.userId || !(await addReport(trx, { viewer, photoId, now })))
      return 'unchanged';
    return decide(deps, trx, { photoId, now });
  });
  if (outcome === 'hidden')
    deps.log.warn({ photoId }, 'a reported photo is hidden now: npm run cli -- photos');
  if (outcome === 'held')
    deps.log.warn(
      { photoId },
      'hourly limit of hidden photos reached, this reported photo stays visible: npm run cli -- photos',
    );
}

async function decide(
  { accounts }: ReportDeps,
  trx: Trx,
  { photoId, now }: { photoId: string; now: number },
): Promise<'hidden' | 'held' | 'unchanged'> {
  const photo = await incrementReports(trx, photoId, now);
  // Roll back the report, because the photo was deleted in the meantime.
  if (!photo) throw new AppError('not-found');
  if ((photo.kept_at ?? photo.over_limit_at) !== null || (await findPhoto(trx, photoId))?.is_hidden)
    return 'unchanged';
  const reporters = await listReporters(trx, [photoId], now - MIN_ACCOUNT_AGE_MS);
  const ids = reporters.map(({ user_id }) => user_id);
  if ((await listConfirmedMembers({ db: trx, accounts }, ids)).size < REPORTS_TO_HIDE) return 'unchanged';
  if (!(await reserveHourlyHiding(trx, { now, max: MAX_HIDDEN_PER_HOUR }))) {
    await markPhoto(trx, photoId, { over_limit_at: now });
    return 'held';
  }
  await markPhoto(trx, photoId, { hidden_at: now });
  await blockPicture(trx, photo.picture_id, now);
  return 'hidden';
}
