import type { PhotoRow } from '#server/db/photo-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { photoColumns } from './repository.ts';

type Reports = Pick<PhotoRow, 'reports' | 'reported_at' | 'hidden_at' | 'kept_at' | 'over_limit_at'>;

/** Locks the photos of a picture until the transaction ends. */
export const lockPhotosOfPicture = (trx: Trx, pictureId: string): Promise<PhotoRow[]> =>
  trx
    .selectFrom('photos')
    .select(photoColumns)
    .where('picture_id', '=', pictureId)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Hides a photo from everyone but its owner, and resets its reports. */
export const hidePhoto = (trx: Trx, id: string, now: number) =>
  trx
    .updateTable('photos')
    .set((e) => ({
      hidden_at: e.fn.coalesce('hidden_at', e.val(now)),
      reports: 0,
      reported_at: null,
      kept_at: null,
      over_limit_at: null,
    }))
    .where('id', '=', id)
    .execute();

/**
 * Restores the reports and marks that a photo had before a decision, and keeps later reports. Returns the id
 * of its picture, or undefined if the photo is gone.
 */
export async function restoreReports(
  trx: Trx,
  id: string,
  { reports, ...previous }: Reports,
): Promise<string | undefined> {
  const restored = await trx
    .updateTable('photos')
    .set((e) => ({ ...previous, reports: e('reports', '+', reports) }))
    .where('id', '=', id)
    .returning('picture_id')
    .executeTakeFirst();
  return restored?.picture_id;
}

/** Deletes one photo with its reports. Returns the id of its picture, or undefined if the photo is gone. */
export async function deletePhoto(trx: Trx, id: string): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('photos')
    .where('id', '=', id)
    .returning('picture_id')
    .executeTakeFirst();
  if (deleted) await trx.deleteFrom('photo_reports').where('photo_id', '=', id).execute();
  return deleted?.picture_id;
}
