import * as contract from '#contract/reviews.ts';
import * as moderation from '#contract/staff-moderation.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import { listReviewsByDecision } from './repository.ts';
import { listPublicReviews, withdrawReview } from './rules.ts';
import { toDecidedReview } from './serialize.ts';
import { describeOwnReviews } from './waiting.ts';

export function mountReviews({ publicEndpoint, memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  const { db } = core;
  // If the feature is disabled, donors cannot withdraw their reviews, so none are shown or decided about.
  const hasReviews = core.features.includes('reviews');

  publicEndpoint(contract.listReviews, async () => listPublicReviews(core));

  memberEndpoint(contract.listOwnReviews, ({ viewer }) => describeOwnReviews(core, viewer));

  memberEndpoint(contract.withdrawReview, async ({ viewer, id }) => {
    await withdrawReview(db, viewer, id);
    return undefined;
  });

  staffEndpoint(moderation.listDecidedReviews, async ({ viewer, query: { state } }) => {
    if (!hasReviews) return [];
    const except = viewer.role === 'owner' ? undefined : viewer.userId;
    const limit = moderation.MODERATION_PAGE_SIZE;
    return (await listReviewsByDecision(db, state, { limit, except })).map(toDecidedReview);
  });
}
