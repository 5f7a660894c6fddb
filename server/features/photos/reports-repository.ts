import type { Viewer } from '#server/http/viewer.ts';
import type { Db, PhotoTable, Trx } from '#server/schema/tables.ts';
import { blockPicture, hiddenColumn, unblockPicture } from './moderation-repository.ts';
import { removePhotosOf } from './repository.ts';

export async function findOwner(db: Db, photoId: string): Promise<string | undefined> {
  const photo = await db.selectFrom('photos').select('user_id').where('id', '=', photoId).executeTakeFirst();
  return photo?.user_id;
}

/** False when this member has already reported it. */
export async function addReport(
  trx: Trx,
  report: { viewer: Viewer; photoId: string; now: number },
): Promise<boolean> {
  const added = await trx
    .insertInto('photo_reports')
    .values({ photo_id: report.photoId, user_id: report.viewer.userId, created_at: report.now })
    .onConflict((c) => c.columns(['photo_id', 'user_id']).doNothing())
    .returning('photo_id')
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Counts a report that was added in this transaction, and holds the photo's row until the end, so that of many reports at
 * once the last sees all others. Nothing when the photo is gone.
 */
export async function countReport(
  trx: Trx,
  { photoId, now }: { photoId: string; now: number },
): Promise<PhotoTable | undefined> {
  return trx
    .updateTable('photos')
    .set((e) => ({ reports: e('reports', '+', 1), reported_at: e.fn.coalesce('reported_at', e.val(now)) }))
    .where('id', '=', photoId)
    .returningAll()
    .executeTakeFirst();
}

/** See `isHidden`; false when the photo is gone. */
export async function isPhotoHidden(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('photos').select(hiddenColumn).where('id', '=', id).executeTakeFirst();
  return row?.is_hidden === 1;
}

/** Who reported with a confirmed address and an account that was created until then. */
const qualifiedReports = (db: Db, createdUntil: number) =>
  db
    .selectFrom('photo_reports')
    .innerJoin('users', 'users.id', 'photo_reports.user_id')
    .where('users.email_verified_at', 'is not', null)
    .where('users.created_at', '<=', createdUntil);

export async function countQualified(
  db: Db,
  { photoId, createdUntil }: { photoId: string; createdUntil: number },
): Promise<number> {
  const { count } = await qualifiedReports(db, createdUntil)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('photo_reports.photo_id', '=', photoId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function hidePhoto(trx: Trx, id: string, now: number): Promise<void> {
  await trx.updateTable('photos').set({ hidden_at: now }).where('id', '=', id).execute();
}

/** It stays visible and waits for the operator. */
export async function holdPhoto(trx: Trx, id: string, now: number): Promise<void> {
  await trx.updateTable('photos').set({ held_at: now }).where('id', '=', id).execute();
}

export async function listReportsBy(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('photo_reports')
    .select('photo_id')
    .where('user_id', '=', viewer.userId)
    .orderBy('photo_id')
    .execute();
  return rows.map((row) => row.photo_id);
}

/** Who reported goes; that something was reported stays counted. */
export async function removeReportsBy(trx: Trx, viewer: Viewer): Promise<void> {
  await trx.deleteFrom('photo_reports').where('user_id', '=', viewer.userId).execute();
}

export type ReviewedPhoto = PhotoTable & { qualified: number; is_hidden: number };

/**
 * Photos whose reports wait for the operator: first those that reports could not hide any more, then hidden ones, then
 * those with the most reports that count. At most a hundred.
 */
export async function listToReview(db: Db, createdUntil: number): Promise<ReviewedPhoto[]> {
  const rows = await db
    .selectFrom('photos')
    .selectAll()
    .select(hiddenColumn)
    .select((e) =>
      qualifiedReports(db, createdUntil)
        .select((r) => r.fn.countAll<number>().as('count'))
        .whereRef('photo_reports.photo_id', '=', e.ref('photos.id'))
        .as('qualified'),
    )
    .where('reported_at', 'is not', null)
    .orderBy((e) =>
      e
        .case()
        .when('held_at', 'is not', null)
        .then(0)
        .when('hidden_at', 'is not', null)
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy('qualified', 'desc')
    .orderBy('reports', 'desc')
    .orderBy('reported_at')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, qualified: Number(row.qualified) }));
}

export async function countToReview(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('reported_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Shows it again, for good: who has reported it cannot once more, and others no longer hide it. */
export async function keepPhoto(trx: Trx, id: string, now: number): Promise<boolean> {
  const kept = await trx
    .updateTable('photos')
    .set({ reports: 0, reported_at: null, hidden_at: null, held_at: null, kept_at: now })
    .where('id', '=', id)
    .returning('img')
    .executeTakeFirst();
  if (kept) await unblockPicture(trx, kept.img);
  return kept !== undefined;
}

/** Removes every photo of the picture that this one shows, for good: what a row keeps of it, and how many went. */
export async function removePictureOf(
  trx: Trx,
  id: string,
  now: number,
): Promise<{ img: string; count: number } | undefined> {
  const photo = await trx.selectFrom('photos').select('img').where('id', '=', id).executeTakeFirst();
  if (!photo) return undefined;
  await blockPicture(trx, photo.img, now);
  const count = await removePhotosOf(trx, photo.img);
  return count > 0 ? { img: photo.img, count } : undefined;
}
