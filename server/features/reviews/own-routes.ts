import * as contract from '#contract/reviews.ts';
import type { Db } from '#server/db/tables.ts';
import type { Routes } from '#server/http/route.ts';
import { listOwnReviews } from './own-repository.ts';
import { withdrawReview } from './rules.ts';
import { toOwnReview } from './serialize.ts';

export function mountOwnReviews({ memberEndpoint }: Routes, { db }: { db: Db }): void {
  memberEndpoint(contract.listOwnReviews, async ({ viewer }) =>
    (await listOwnReviews(db, viewer)).map(toOwnReview),
  );

  memberEndpoint(contract.withdrawReview, async ({ viewer, id }) => {
    await withdrawReview(db, viewer, id);
    return undefined;
  });
}
