import * as contract from '#contract/reviews.ts';
import * as moderation from '#contract/staff-moderation.ts';
import { maskEmail } from '#contract/values.ts';
import type { Db, ReviewRow } from '#server/db/tables.ts';
import type { AddressDeps } from '#server/features/users/rules.ts';
import type { Routes } from '#server/http/route.ts';
import { listDecided, listReviews } from './repository.ts';
import { withdrawReview } from './rules.ts';
import { toDecidedReview } from './serialize.ts';
import { describeOwnReviews } from './waiting.ts';

type Options = {
  db: Db;
  /** Published reviews of donors, shown before the site's own. */
  published: (db: Db) => Promise<contract.Review[]>;
};

export function mountReviews({ publicEndpoint }: Routes, { db, published }: Options): void {
  publicEndpoint(contract.listReviews, async () => [
    ...(await published(db)),
    ...(await listReviews(db)).map(toReview),
  ]);
}

function toReview(row: ReviewRow): contract.Review {
  return {
    _id: row.id,
    memberType: row.member_type,
    viewContext: row.view_context,
    image: row.image,
    name: row.name,
    email: maskEmail(row.email),
  };
}

export function mountOwnReviews({ memberEndpoint }: Routes, deps: AddressDeps): void {
  memberEndpoint(contract.listOwnReviews, ({ viewer }) => describeOwnReviews(deps, viewer));

  memberEndpoint(contract.withdrawReview, async ({ viewer, id }) => {
    await withdrawReview(deps.db, viewer, id);
    return undefined;
  });
}

/** Without the feature no review is shown, so there is none to decide about. */
export function mountDecidedReviews(
  { staffEndpoint }: Routes,
  { db, isEnabled }: { db: Db; isEnabled: boolean },
): void {
  staffEndpoint(moderation.listDecidedReviews, async ({ viewer, query: { state } }) => {
    if (!isEnabled) return [];
    const except = viewer.role === 'owner' ? undefined : viewer.userId;
    const limit = moderation.MODERATION_PAGE_SIZE;
    return (await listDecided(db, state, { limit, except })).map(toDecidedReview);
  });
}
