import type { ModerationKind } from '#contract/staff-moderation.ts';
import type { Core } from '#server/core.ts';
import { createPhotoModeration } from '#server/features/photos/moderation.ts';
import { createReviewModeration, disabledReviews } from '#server/features/reviews/moderation.ts';
import type { ModeratedKind } from '#server/moderated-kind.ts';

/** Creates the kinds of content that moderators of this site decide about. */
export const createModeratedKinds = (
  core: Pick<Core, 'outbox' | 'images' | 'accounts' | 'features'>,
): Record<ModerationKind, ModeratedKind> => ({
  photo: createPhotoModeration(core, 'hide'),
  review: core.features.includes('reviews') ? createReviewModeration(core) : disabledReviews,
});
