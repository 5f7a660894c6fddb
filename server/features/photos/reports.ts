import type { Kysely } from 'kysely';
import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { Limit } from '#platform/limits.ts';
import type { Clock } from '#platform/time.ts';
import { demandUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Tables } from '#server/schema/tables.ts';
import { addReport, countReport, findOwner } from './reports-repository.ts';

/** So many members hide a photo until the operator has decided. */
export const hidesAt = 3;

/** Of one member: somebody who looks through the whole wall in anger hides little with it. */
export const reportsADay: Limit = { points: 50, seconds: 86_400 };

export type ReportRoom = {
  db: Kysely<Tables>;
  clock: Clock;
  /** @throws AppError too-many-requests (429) */
  countReport: (userId: string) => Promise<void>;
  /** Somebody has to decide: nobody looks for what nobody sees. */
  onHidden: (photoId: string) => void;
};

/**
 * Once a member and photo; a repeat changes nothing, nor does reporting one's own.
 * @throws AppError not-found (404), too-many-requests (429)
 */
export async function reportPhoto(room: ReportRoom, viewer: Viewer, photoId: string): Promise<void> {
  await room.countReport(viewer.userId);
  const hidden = await inTransaction(room.db, async (trx) => {
    await demandUser(trx, viewer);
    const owner = await findOwner(trx, photoId);
    if (!owner) throw new AppError('not-found');
    if (owner === viewer.userId) return false;
    const now = room.clock();
    if (!(await addReport(trx, { viewer, photoId, now }))) return false;
    const photo = await countReport(trx, { photoId, now, hidesAt });
    // Deleted since it was looked at: the report goes back with the transaction.
    if (photo === 'gone') throw new AppError('not-found');
    return photo === 'hidden by it';
  });
  if (hidden) room.onHidden(photoId);
}
