import { columnsOf, countRows, hasRow } from '#platform/database/rows.ts';
import type { Db, ReviewRow, ReviewState, SeededReviewRow, Trx } from '#server/db/tables.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';

export async function listReviews(db: Db) {
  return db
    .selectFrom('seeded_reviews')
    .select(['id', 'member_type', 'view_context', 'image', 'name', 'email'])
    .orderBy('id')
    .execute();
}

export async function addSeededReviews(trx: Trx, reviews: SeededReviewRow[]): Promise<void> {
  await trx.insertInto('seeded_reviews').values(reviews).execute();
}

const reviewColumns = columnsOf<ReviewRow>({
  id: true,
  user_id: true,
  appointment_id: true,
  text: true,
  public_name: true,
  state: true,
  created_at: true,
  decided_at: true,
});

export const insertReview = (trx: Trx, row: ReviewRow) => trx.insertInto('reviews').values(row).execute();

/** Lists the viewer's reviews, newest first (ids are time-ordered). */
export const listOwnReviews = (db: Db, viewer: Viewer): Promise<ReviewRow[]> =>
  db
    .selectFrom('reviews')
    .select(reviewColumns)
    .where('user_id', '=', viewer.userId)
    .orderBy('id', 'desc')
    .execute();

const reviewsByState = (db: Db, state: ReviewState) => db.selectFrom('reviews').where('state', '=', state);

/** Lists the reviews in this state, latest decision first. Excludes those of the member `except`. */
export const listReviewsByDecision = (
  db: Db,
  state: 'published' | 'refused',
  { limit, except }: { limit: number; except?: string | undefined },
): Promise<ReviewRow[]> =>
  reviewsByState(db, state)
    .select(reviewColumns)
    .$if(except !== undefined, (q) => q.where('user_id', '<>', except ?? ''))
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Lists the reviews that wait for a decision, oldest first. Excludes those of the member `except`. */
export const listWaitingReviews = (
  db: Db,
  { limit, after, except }: { limit: number; after: string; except?: string | undefined },
): Promise<ReviewRow[]> =>
  reviewsByState(db, 'waiting')
    .select(reviewColumns)
    .where('id', '>', after)
    .$if(except !== undefined, (q) => q.where('user_id', '<>', except ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();

export const findReview = (db: Db, id: string): Promise<ReviewRow | undefined> =>
  db.selectFrom('reviews').select(reviewColumns).where('id', '=', id).executeTakeFirst();

/** Restores the state that a review had before a decision. Returns false if it is gone. */
export const restoreReviewState = (trx: Trx, id: string, previous: Pick<ReviewRow, 'state' | 'decided_at'>) =>
  hasRow(trx.updateTable('reviews').set(previous).where('id', '=', id).returning('id'));

export const countReviewsByState = (db: Db, state: ReviewState): Promise<number> =>
  countRows(reviewsByState(db, state));

export async function findReviewState(db: Db, id: string): Promise<ReviewState | undefined> {
  const row = await db.selectFrom('reviews').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state;
}

/**
 * Changes the state of a review. Returns false if it is gone or its state is not in `from`, for example
 * because a concurrent change succeeded.
 */
export const changeReviewState = (
  db: Db,
  change: { id: string; from: readonly ReviewState[]; to: ReviewState; now: number },
): Promise<boolean> =>
  hasRow(
    db
      .updateTable('reviews')
      .set({ state: change.to, decided_at: change.now })
      .where('id', '=', change.id)
      .where('state', 'in', change.from)
      .returning('id'),
  );

const deleteOwnQuery = (db: Db, { userId }: Owner) => db.deleteFrom('reviews').where('user_id', '=', userId);

export const removeReview = (db: Db, viewer: Viewer, id: string): Promise<boolean> =>
  hasRow(deleteOwnQuery(db, viewer).where('id', '=', id).returning('id'));

export async function deleteUnpublished(trx: Trx, viewer: Owner, appointmentId: string): Promise<void> {
  await deleteOwnQuery(trx, viewer)
    .where('appointment_id', '=', appointmentId)
    .where('state', '<>', 'published')
    .execute();
}

export async function deleteAllReviews(trx: Trx, viewer: Viewer): Promise<void> {
  await deleteOwnQuery(trx, viewer).execute();
}
