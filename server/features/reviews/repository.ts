import type { Db, ReviewTable, Trx } from '#server/db/tables.ts';

export async function listReviews(db: Db) {
  return db.selectFrom('reviews').selectAll().orderBy('id').execute();
}

export async function addReviews(trx: Trx, reviews: ReviewTable[]): Promise<void> {
  await trx.insertInto('reviews').values(reviews).execute();
}
