import type { ExpressionBuilder } from 'kysely';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import type { PhotoRow } from '#server/db/photo-tables.ts';
import type { Db, Tables, Trx } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';

export const photoColumns = columnsOf<PhotoRow>({
  id: true,
  user_id: true,
  picture_id: true,
  title: true,
  width: true,
  height: true,
  placeholder: true,
  reports: true,
  reported_at: true,
  hidden_at: true,
  kept_at: true,
  over_limit_at: true,
});

const unreported = { reports: 0, reported_at: null, hidden_at: null, kept_at: null, over_limit_at: null };

export type OwnPhoto = PhotoRow & { is_hidden: number };
export type NewPhoto = Omit<PhotoRow, keyof typeof unreported>;
type Page = { limit?: number | undefined; after?: string | undefined };

/**
 * Returns the condition that only the owner sees a photo, because it or an earlier photo of its picture is
 * hidden, and it was not kept. This is not stored, so that copies saved at the same moment are hidden as
 * well. Later copies do not count, because a copy with another title must not hide the original.
 */
const isHidden = (e: ExpressionBuilder<Tables, 'photos'>) =>
  e.and([
    e('photos.kept_at', 'is', null),
    e.exists(
      e
        .selectFrom('photos as hidden')
        .select('hidden.id')
        .whereRef('hidden.picture_id', '=', 'photos.picture_id')
        .whereRef('hidden.id', '<=', 'photos.id')
        .where('hidden.hidden_at', 'is not', null),
    ),
  ]);

/** Returns `isHidden` as a column with a number, because SQLite has no booleans. */
export const hiddenColumn = (e: ExpressionBuilder<Tables, 'photos'>) =>
  e.case().when(isHidden(e)).then(1).else(0).end().as('is_hidden');

/** Lists the visible photos, newest first (ids are time-ordered). The photo `after` may have been deleted. */
export const listPhotos = (db: Db, page: Page = {}): Promise<PhotoRow[]> =>
  visiblePhotosQuery(db, page).execute();

export function visiblePhotosQuery(db: Db, { limit, after }: Page) {
  let query = db
    .selectFrom('photos')
    .select(photoColumns)
    .where((e) => e.not(isHidden(e)))
    .orderBy('id', 'desc');
  if (after) query = query.where('id', '<', after);
  return limit ? query.limit(limit) : query;
}

const ownPhotosQuery = (db: Db, { userId }: Viewer) =>
  db.selectFrom('photos').select(photoColumns).select(hiddenColumn).where('user_id', '=', userId);

/** Lists the viewer's photos, including hidden ones. */
export const listOwnPhotos = (db: Db, viewer: Viewer): Promise<OwnPhoto[]> =>
  ownPhotosQuery(db, viewer).orderBy('id', 'desc').execute();

/** Finds the viewer's photo of a picture. */
export const findOwnPhoto = (db: Db, viewer: Viewer, pictureId: string): Promise<OwnPhoto | undefined> =>
  ownPhotosQuery(db, viewer).where('picture_id', '=', pictureId).executeTakeFirst();

const insertPhotos = (trx: Trx, photos: NewPhoto[]) =>
  trx.insertInto('photos').values(photos.map((photo) => ({ ...photo, ...unreported })));

export const addPhotos = (trx: Trx, photos: NewPhoto[]) => insertPhotos(trx, photos).execute();

/** Returns false if this member already has a photo of this picture. */
export const addPhoto = (trx: Trx, photo: NewPhoto): Promise<boolean> =>
  hasRow(
    insertPhotos(trx, [photo])
      .onConflict((c) => c.columns(['user_id', 'picture_id']).doNothing())
      .returning('id'),
  );

/** Deletes the viewer's photo with its reports and returns the photo, or undefined if it does not exist. */
export async function removePhoto(trx: Trx, viewer: Viewer, id: string): Promise<PhotoRow | undefined> {
  const removed = await trx
    .deleteFrom('photos')
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .returning(photoColumns)
    .executeTakeFirst();
  if (removed) await trx.deleteFrom('photo_reports').where('photo_id', '=', id).execute();
  return removed;
}

/** Deletes every photo of a picture with its reports. Returns the number of photos. */
export async function deletePhotosOfPicture(trx: Trx, pictureId: string): Promise<number> {
  const removed = await trx
    .deleteFrom('photos')
    .where('picture_id', '=', pictureId)
    .returning('id')
    .execute();
  const ids = removed.map((row) => row.id);
  if (ids.length > 0) await trx.deleteFrom('photo_reports').where('photo_id', 'in', ids).execute();
  return ids.length;
}

/**
 * Deletes the copies of a picture. A picture belongs to the member who added it first. Once that member's
 * last photo of it is deleted, the photos that other members added later are also deleted.
 */
export async function deleteDuplicatePhotos(trx: Trx, removed: PhotoRow): Promise<void> {
  const earlierPhoto = trx
    .selectFrom('photos')
    .select('id')
    .where('picture_id', '=', removed.picture_id)
    .where((e) => e.or([e('user_id', '=', removed.user_id), e('id', '<', removed.id)]))
    .limit(1);
  if (!(await hasRow(earlierPhoto))) await deletePhotosOfPicture(trx, removed.picture_id);
}

/** Number of pictures per query, well below the parameter limits of both databases. */
const BATCH = 500;

/** Returns the pictures, among these, that at least one photo shows, even a hidden one. */
export async function findVisiblePictures(db: Db, pictureIds: readonly string[]): Promise<Set<string>> {
  const shown = new Set<string>();
  for (let from = 0; from < pictureIds.length; from += BATCH) {
    const rows = await db
      .selectFrom('photos')
      .select('picture_id')
      .where('picture_id', 'in', pictureIds.slice(from, from + BATCH))
      .execute();
    for (const { picture_id } of rows) shown.add(picture_id);
  }
  return shown;
}
