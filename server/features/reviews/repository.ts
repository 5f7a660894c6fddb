import type { Kysely, Transaction } from 'kysely';
import type { ReviewTable, Tables } from '#server/schema/tables.ts';

export async function listReviews(db: Kysely<Tables>) {
  return db.selectFrom('reviews').selectAll().orderBy('id').execute();
}

export async function addReviews(trx: Transaction<Tables>, reviews: ReviewTable[]): Promise<void> {
  await trx.insertInto('reviews').values(reviews).execute();
}
