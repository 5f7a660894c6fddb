import type { Kysely, Transaction } from 'kysely';
import type { Viewer } from '#server/http/viewer.ts';
import type { PhotoTable, Tables } from '#server/schema/tables.ts';

/** Newest first: ids are time-ordered. */
export async function listPhotos(
  db: Kysely<Tables>,
  page: { limit?: number | undefined; after?: string | undefined } = {},
): Promise<PhotoTable[]> {
  let query = db.selectFrom('photos').selectAll().orderBy('id', 'desc');
  if (page.after) query = query.where('id', '<', page.after);
  if (page.limit) query = query.limit(page.limit);
  return query.execute();
}

export async function listPhotosOf(db: Kysely<Tables>, viewer: Viewer): Promise<PhotoTable[]> {
  return db
    .selectFrom('photos')
    .selectAll()
    .where('user_id', '=', viewer.userId)
    .orderBy('id', 'desc')
    .execute();
}

export async function addPhotos(db: Kysely<Tables>, photos: PhotoTable[]): Promise<void> {
  await db.insertInto('photos').values(photos).execute();
}

/** The removed photo, if it was there and the viewer's own. */
export async function removePhoto(
  trx: Transaction<Tables>,
  viewer: Viewer,
  id: string,
): Promise<PhotoTable | undefined> {
  const removed = await trx
    .deleteFrom('photos')
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .returningAll()
    .executeTakeFirst();
  if (removed) await trx.deleteFrom('photo_reports').where('photo_id', '=', id).execute();
  return removed;
}

/** Whether any photo still shows that picture: the same address may have been saved twice. */
export async function isShown(db: Kysely<Tables>, img: string): Promise<boolean> {
  const photo = await db.selectFrom('photos').select('id').where('img', '=', img).executeTakeFirst();
  return photo !== undefined;
}

export async function addReport(
  db: Kysely<Tables>,
  report: { viewer: Viewer; photoId: string; now: number },
): Promise<boolean> {
  const photo = await db
    .selectFrom('photos')
    .select('id')
    .where('id', '=', report.photoId)
    .executeTakeFirst();
  if (!photo) return false;
  await db
    .insertInto('photo_reports')
    .values({ photo_id: photo.id, user_id: report.viewer.userId, created_at: report.now })
    .onConflict((c) => c.columns(['photo_id', 'user_id']).doNothing())
    .execute();
  return true;
}

export async function listReportsBy(db: Kysely<Tables>, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('photo_reports')
    .select('photo_id')
    .where('user_id', '=', viewer.userId)
    .orderBy('photo_id')
    .execute();
  return rows.map((row) => row.photo_id);
}

export async function removeReportsBy(trx: Transaction<Tables>, viewer: Viewer): Promise<void> {
  await trx.deleteFrom('photo_reports').where('user_id', '=', viewer.userId).execute();
}

/** How many addresses one query asks for: well below what either database takes. */
const BATCH = 500;

/** Which of these addresses are the `img` of some photo; one that is hidden counts too. */
export async function photosShowing(db: Kysely<Tables>, imgs: readonly string[]): Promise<Set<string>> {
  const shown = new Set<string>();
  for (let from = 0; from < imgs.length; from += BATCH) {
    const rows = await db
      .selectFrom('photos')
      .select('img')
      .where('img', 'in', imgs.slice(from, from + BATCH))
      .execute();
    for (const { img } of rows) shown.add(img);
  }
  return shown;
}
