import type { ExpressionBuilder } from 'kysely';
import { hasRow } from '#platform/database/rows.ts';
import type { Db, PhotoTable, Tables, Trx } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';

const unreported = { reports: 0, reported_at: null, hidden_at: null, kept_at: null, held_at: null };

export type OwnPhoto = PhotoTable & { is_hidden: number };
export type NewPhoto = Omit<PhotoTable, keyof typeof unreported>;
type Page = { limit?: number | undefined; after?: string | undefined };

/**
 * Whether nobody but its owner sees a photo: reports have hidden it or an earlier photo of its picture, and the operator
 * has not kept it. Derived, so that it also covers a copy saved at the same moment. Reports on a later photo do
 * not count: a copy under another title must not take the original down.
 */
const isHidden = (e: ExpressionBuilder<Tables, 'photos'>) =>
  e.and([
    e('photos.kept_at', 'is', null),
    e.exists(
      e
        .selectFrom('photos as hidden')
        .select('hidden.id')
        .whereRef('hidden.img', '=', 'photos.img')
        .whereRef('hidden.id', '<=', 'photos.id')
        .where('hidden.hidden_at', 'is not', null),
    ),
  ]);

/** `isHidden` as a column; a number, since SQLite has no booleans. */
export const hiddenColumn = (e: ExpressionBuilder<Tables, 'photos'>) =>
  e.case().when(isHidden(e)).then(1).else(0).end().as('is_hidden');

/** What everybody may see, newest first: ids are time-ordered. `after` need not be there any more. */
export const listPhotos = (db: Db, page: Page = {}): Promise<PhotoTable[]> => shownPhotos(db, page).execute();

export function shownPhotos(db: Db, { limit, after }: Page) {
  let query = db
    .selectFrom('photos')
    .selectAll()
    .where((e) => e.not(isHidden(e)))
    .orderBy('id', 'desc');
  if (after) query = query.where('id', '<', after);
  return limit ? query.limit(limit) : query;
}

const photosOf = (db: Db, { userId }: Viewer) =>
  db.selectFrom('photos').selectAll().select(hiddenColumn).where('user_id', '=', userId);

/** Hidden ones too. */
export const listPhotosOf = (db: Db, viewer: Viewer): Promise<OwnPhoto[]> =>
  photosOf(db, viewer).orderBy('id', 'desc').execute();

/** The viewer's photo of a picture. */
export const findPhotoOf = (db: Db, viewer: Viewer, img: string): Promise<OwnPhoto | undefined> =>
  photosOf(db, viewer).where('img', '=', img).executeTakeFirst();

const insertPhotos = (trx: Trx, photos: NewPhoto[]) =>
  trx.insertInto('photos').values(photos.map((photo) => ({ ...photo, ...unreported })));

export const addPhotos = (trx: Trx, photos: NewPhoto[]) => insertPhotos(trx, photos).execute();

/** False when this person already has a photo of this picture. */
export const addPhoto = (trx: Trx, photo: NewPhoto): Promise<boolean> =>
  hasRow(
    insertPhotos(trx, [photo])
      .onConflict((c) => c.columns(['user_id', 'img']).doNothing())
      .returning('id'),
  );

/** The removed photo, if it was there and the viewer's own. */
export async function removePhoto(trx: Trx, viewer: Viewer, id: string): Promise<PhotoTable | undefined> {
  const removed = await trx
    .deleteFrom('photos')
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .returningAll()
    .executeTakeFirst();
  if (removed) await trx.deleteFrom('photo_reports').where('photo_id', '=', id).execute();
  return removed;
}

/** Removes every photo of a picture, whoever saved it, with its reports; gives how many. `img`: as a row keeps it. */
export async function removePhotosOf(trx: Trx, img: string): Promise<number> {
  const removed = await trx.deleteFrom('photos').where('img', '=', img).returning('id').execute();
  const ids = removed.map((row) => row.id);
  if (ids.length > 0) await trx.deleteFrom('photo_reports').where('photo_id', 'in', ids).execute();
  return ids.length;
}

/** A picture is whose photo of it came first: when their last one is gone, those that others saved since go too. */
export async function removeCopies(trx: Trx, removed: PhotoTable): Promise<void> {
  const rightful = trx
    .selectFrom('photos')
    .select('id')
    .where('img', '=', removed.img)
    .where((e) => e.or([e('user_id', '=', removed.user_id), e('id', '<', removed.id)]))
    .limit(1);
  if (!(await hasRow(rightful))) await removePhotosOf(trx, removed.img);
}

/** How many addresses one query asks for: well below what either database takes. */
const BATCH = 500;

/**
 * Which of these pictures some photo shows, hidden photos included: by address, or by what a row keeps of it. The same
 * picture may have been saved twice.
 */
export async function findShownPictures(db: Db, imgs: readonly string[]): Promise<Set<string>> {
  const kept = new Set<string>();
  for (let from = 0; from < imgs.length; from += BATCH) {
    const rows = await db
      .selectFrom('photos')
      .select('img')
      .where('img', 'in', imgs.slice(from, from + BATCH).flatMap(waysToKeep))
      .execute();
    for (const { img } of rows) kept.add(img);
  }
  return new Set(imgs.filter((img) => waysToKeep(img).some((way) => kept.has(way))));
}

/** Of our own host's pictures rows keep the path alone. */
function waysToKeep(img: string): string[] {
  const path = URL.parse(img)?.pathname;
  return path?.startsWith('/') ? [img, path] : [img];
}
