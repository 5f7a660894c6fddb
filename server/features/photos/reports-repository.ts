import { type Kysely, sql, type Transaction } from 'kysely';
import type { Viewer } from '#server/http/viewer.ts';
import type { PhotoTable, Tables } from '#server/schema/tables.ts';
import { removePhotosOf } from './repository.ts';

export async function findOwner(db: Kysely<Tables>, photoId: string): Promise<string | undefined> {
  const photo = await db.selectFrom('photos').select('user_id').where('id', '=', photoId).executeTakeFirst();
  return photo?.user_id;
}

/** False when this member has already reported it. */
export async function addReport(
  trx: Transaction<Tables>,
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
 * Counts a report that was added in this transaction, and hides a photo that has enough of them unless the operator
 * has kept it. One update on the photo's row, so that of many at once each is counted, and one of them hides it.
 */
export async function countReport(
  trx: Transaction<Tables>,
  { photoId, now, hidesAt }: { photoId: string; now: number; hidesAt: number },
): Promise<'counted' | 'hidden by it' | 'gone'> {
  const counted = await trx
    .updateTable('photos')
    .set((e) => ({
      reports: e('reports', '+', 1),
      reported_at: e.fn.coalesce('reported_at', e.val(now)),
      hidden_at: e
        .case()
        .when(
          e.and([
            e('hidden_at', 'is', null),
            e('kept_at', 'is', null),
            e(e('reports', '+', 1), '>=', hidesAt),
          ]),
        )
        .then(sql<number | null>`cast(${now} as bigint)`)
        .else(e.ref('hidden_at'))
        .end(),
    }))
    .where('id', '=', photoId)
    .returning(['reports', 'hidden_at'])
    .executeTakeFirst();
  if (!counted) return 'gone';
  return counted.hidden_at !== null && counted.reports === hidesAt ? 'hidden by it' : 'counted';
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

/** Who reported goes; that something was reported stays counted. */
export async function removeReportsBy(trx: Transaction<Tables>, viewer: Viewer): Promise<void> {
  await trx.deleteFrom('photo_reports').where('user_id', '=', viewer.userId).execute();
}

/** Photos whose reports wait for the operator: hidden ones first, then those with the most. At most a hundred. */
export async function listToReview(db: Kysely<Tables>): Promise<PhotoTable[]> {
  return db
    .selectFrom('photos')
    .selectAll()
    .where('reported_at', 'is not', null)
    .orderBy((e) => e.case().when('hidden_at', 'is', null).then(1).else(0).end())
    .orderBy('reports', 'desc')
    .orderBy('reported_at')
    .orderBy('id')
    .limit(100)
    .execute();
}

export async function countToReview(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('photos')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('reported_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Shows it again, for good: who has reported it cannot once more, and others no longer hide it. */
export async function keepPhoto(db: Kysely<Tables>, id: string, now: number): Promise<boolean> {
  const kept = await db
    .updateTable('photos')
    .set({ reports: 0, reported_at: null, hidden_at: null, kept_at: now })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Removes every photo of the picture that this one shows: what a row keeps of it, and how many went. */
export async function removePictureOf(
  trx: Transaction<Tables>,
  id: string,
): Promise<{ img: string; count: number } | undefined> {
  const photo = await trx.selectFrom('photos').select('img').where('id', '=', id).executeTakeFirst();
  if (!photo) return undefined;
  const count = await removePhotosOf(trx, photo.img);
  return count > 0 ? { img: photo.img, count } : undefined;
}
