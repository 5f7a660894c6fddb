import type { Feature } from '#contract/features.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { ModerationDeps } from './features/moderation/rules.ts';
import { createPhotoModeration } from './features/photos/moderation.ts';
import { createReviewModeration, disabledReviews } from './features/reviews/moderation.ts';
import type { AddressDeps } from './features/users/rules.ts';
import type { Images } from './integrations/images.ts';

/** What moderators of this site decide about. */
export const createModeratedKinds = (
  deps: { outbox: Outbox; images: Images } & Pick<AddressDeps, 'accounts'>,
  features: readonly Feature[],
): ModerationDeps['kinds'] => ({
  photo: createPhotoModeration({ ...deps, removal: 'hide' }),
  review: features.includes('reviews') ? createReviewModeration(deps) : disabledReviews,
});
