import type { Feature } from '#contract/features.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { ModerationDeps } from './features/moderation/rules.ts';
import { createPhotoModeration } from './features/photos/moderation.ts';
import { disabledReviews, reviewModeration } from './features/reviews/moderation.ts';
import type { Images } from './integrations/images.ts';

/** What moderators of this site decide about. */
export const createModeratedKinds = (
  deps: { outbox: Outbox; images: Images },
  features: readonly Feature[],
): ModerationDeps['kinds'] => ({
  photo: createPhotoModeration({ ...deps, removal: 'hide' }),
  review: features.includes('reviews') ? reviewModeration : disabledReviews,
});
