import { countRows, hasRow } from '#platform/database/rows.ts';
import { hours } from '#platform/time.ts';
import type { PhotoRow } from '#server/db/photo-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { deletePhotosOfPicture, hiddenColumn, type OwnPhoto, photoColumns } from './repository.ts';

/** Returns undefined if the photo is gone. */
export const findPhoto = (db: Db, id: string): Promise<OwnPhoto | undefined> =>
  db.selectFrom('photos').select(photoColumns).select(hiddenColumn).where('id', '=', id).executeTakeFirst();

/** Returns false if this member reported the photo before. */
export const addReport = (
  trx: Trx,
  { viewer, photoId, now }: { viewer: Viewer; photoId: string; now: number },
): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('photo_reports')
      .values({ photo_id: photoId, user_id: viewer.userId, created_at: now })
      .onConflict((c) => c.columns(['photo_id', 'user_id']).doNothing())
      .returning('photo_id'),
  );

/**
 * Increments the photo's report count and locks its row, so that the last of several concurrent reports sees
 * all others. Returns undefined if the photo is gone.
 */
export const incrementReports = (trx: Trx, id: string, now: number): Promise<PhotoRow | undefined> =>
  trx
    .updateTable('photos')
    .set((e) => ({ reports: e('reports', '+', 1), reported_at: e.fn.coalesce('reported_at', e.val(now)) }))
    .where('id', '=', id)
    .returning(photoColumns)
    .executeTakeFirst();

/** Returns the reporters of these photos. Excludes accounts created after `createdUntil` (ms). */
export const listReporters = (db: Db, photoIds: readonly string[], createdUntil: number) =>
  db
    .selectFrom('photo_reports')
    .innerJoin('users', 'users.id', 'photo_reports.user_id')
    .select(['photo_reports.photo_id', 'photo_reports.user_id'])
    .where('users.created_at', '<=', createdUntil)
    .where('photo_reports.photo_id', 'in', photoIds)
    .execute();

/**
 * Marks a photo as hidden, or as over the hourly limit, so that it stays visible until a decision is made.
 */
export const markPhoto = (
  trx: Trx,
  id: string,
  mark: Pick<PhotoRow, 'hidden_at'> | Pick<PhotoRow, 'over_limit_at'>,
) => trx.updateTable('photos').set(mark).where('id', '=', id).execute();

export async function listReportedPhotoIds(db: Db, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .selectFrom('photo_reports')
    .select('photo_id')
    .where('user_id', '=', viewer.userId)
    .orderBy('photo_id')
    .execute();
  return rows.map((row) => row.photo_id);
}

/** Deletes the member's reports. The photo's number of reports stays the same. */
export const removeReportsBy = (trx: Trx, viewer: Viewer) =>
  trx.deleteFrom('photo_reports').where('user_id', '=', viewer.userId).execute();

/**
 * Returns the photos with undecided reports, at most a hundred: first those over the hourly limit, then
 * hidden ones, then those with the most reports.
 */
export const findReportedPhotos = (db: Db): Promise<OwnPhoto[]> =>
  db
    .selectFrom('photos')
    .select(photoColumns)
    .select(hiddenColumn)
    .where('reported_at', 'is not', null)
    .orderBy((e) =>
      e
        .case()
        .when('over_limit_at', 'is not', null)
        .then(0)
        .when('hidden_at', 'is not', null)
        .then(1)
        .else(2)
        .end(),
    )
    .orderBy('reports', 'desc')
    .orderBy('reported_at')
    .orderBy('id')
    .limit(100)
    .execute();

/**
 * Returns photos with undecided reports for moderators: first those over the hourly limit, then those with
 * the most reports. Excludes photos of the member `except` and photos removed by a decision.
 */
export const findReportedPhotosForModerators = (
  db: Db,
  { limit, except }: { limit: number; except: string | undefined },
): Promise<OwnPhoto[]> =>
  db
    .selectFrom('photos')
    .select(photoColumns)
    .select(hiddenColumn)
    .where('reported_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moderation_decisions')
            .select('moderation_decisions.id')
            .whereRef('moderation_decisions.item_id', '=', 'photos.id')
            .where('moderation_decisions.decision', '=', 'remove')
            .where('moderation_decisions.replaced_at', 'is', null),
        ),
      ),
    )
    .$if(except !== undefined, (q) => q.where('user_id', '<>', except ?? ''))
    .orderBy((e) => e.case().when('over_limit_at', 'is not', null).then(0).else(1).end())
    .orderBy('reports', 'desc')
    .orderBy('reported_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export const countPhotosToReview = (db: Db): Promise<number> =>
  countRows(db.selectFrom('photos').where('reported_at', 'is not', null));

/**
 * Returns whether members cannot add photos of the picture, because reports hid one or a moderator or the
 * operator removed one.
 */
export const isPictureBlocked = (db: Db, pictureId: string): Promise<boolean> =>
  hasRow(db.selectFrom('moderated_pictures').select('picture_id').where('picture_id', '=', pictureId));

/** Blocks a picture, so that no member can add a photo of it. */
export const blockPicture = (trx: Trx, pictureId: string, now: number) =>
  trx
    .insertInto('moderated_pictures')
    .values({ picture_id: pictureId, decided_at: now })
    .onConflict((c) => c.column('picture_id').doNothing())
    .execute();

/** Keeps the photo, so that reports no longer hide it. Returns false if the photo is gone. */
export async function approvePhoto(trx: Trx, id: string, now: number): Promise<boolean> {
  const kept = await trx
    .updateTable('photos')
    .set({ reports: 0, reported_at: null, hidden_at: null, over_limit_at: null, kept_at: now })
    .where('id', '=', id)
    .returning('picture_id')
    .executeTakeFirst();
  if (!kept) return false;
  await unblockPicture(trx, kept.picture_id);
  return true;
}

/** Unblocks a picture, unless a photo of it is hidden. */
export async function unblockPicture(trx: Trx, pictureId: string): Promise<void> {
  const hidden = trx.selectFrom('photos').select('id').where('picture_id', '=', pictureId);
  await trx
    .deleteFrom('moderated_pictures')
    .where('picture_id', '=', pictureId)
    .where(({ not, exists }) => not(exists(hidden.where('hidden_at', 'is not', null))))
    .execute();
}

/**
 * Removes every photo of the same picture and blocks the picture. Returns the id of the picture and the
 * number of photos, or undefined if the photo is gone.
 */
export async function removePhotoPicture(
  trx: Trx,
  id: string,
  now: number,
): Promise<{ pictureId: string; count: number } | undefined> {
  const photo = await findPhoto(trx, id);
  if (!photo) return undefined;
  const { picture_id: pictureId } = photo;
  await blockPicture(trx, pictureId, now);
  const count = await deletePhotosOfPicture(trx, pictureId);
  return count > 0 ? { pictureId, count } : undefined;
}

/**
 * Counts a photo hidden by reports. Returns false if `max` were hidden in the last hour. Claims one of `max`
 * rows with a conditional write, so that concurrent calls never exceed `max`.
 */
export async function reserveHourlyHiding(
  trx: Trx,
  { now, max }: { now: number; max: number },
): Promise<boolean> {
  for (let slot = 1; slot <= max; slot += 1) {
    const taken = trx
      .insertInto('photo_hidings')
      .values({ slot, hidden_at: now })
      .onConflict((c) =>
        c
          .column('slot')
          .doUpdateSet({ hidden_at: now })
          .where((e) =>
            e.or([
              e('photo_hidings.hidden_at', '<=', now - hours(1)),
              // A time further in the future was written by a server whose clock was wrong.
              e('photo_hidings.hidden_at', '>', now + hours(1)),
            ]),
          ),
      )
      .returning('slot');
    if (await hasRow(taken)) return true;
  }
  return false;
}
