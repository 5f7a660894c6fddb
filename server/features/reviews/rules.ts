import type { AppointmentFields } from '#contract/appointments.ts';
import { toPublicName } from '#contract/public-name.ts';
import type { Review } from '#contract/reviews.ts';
import { toSingleLine } from '#contract/single-line.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { Db, ReviewRow } from '#server/db/tables.ts';
import { findAddress } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repository from './repository.ts';
import { toReview, toSeededReview } from './serialize.ts';

/** Maximum number of published reviews in the list, which has no pages. */
export const MAX_PUBLISHED = 24;

/**
 * Returns the review to store for an appointment, or undefined if the donor does not consent or the text is
 * blank.
 */
export function toReviewRow(
  viewer: Viewer,
  appointmentId: string,
  { opinion, publishAs, name }: AppointmentFields,
  now: number,
): ReviewRow | undefined {
  const text = toPublicText(opinion ?? '');
  if (!publishAs || !text) return undefined;
  return {
    id: newId(),
    user_id: viewer.userId,
    appointment_id: appointmentId,
    text,
    public_name: toPublicName(name, publishAs),
    state: 'waiting',
    created_at: now,
    decided_at: null,
  };
}

export const saveReview = repository.insertReview;

/**
 * Notifies the operator of a stored review that can be published, because its donor's address is confirmed.
 */
export async function announceReview(
  core: Pick<Core, 'db' | 'accounts' | 'log'>,
  { id: opinionId, user_id }: ReviewRow,
): Promise<void> {
  if ((await findAddress(core, user_id))?.isConfirmed)
    core.log.warn({ opinionId }, 'a review waits for approval: npm run cli -- reviews');
}

/** Returns the reviews that everyone sees: the latest ones of donors, then the site's own. */
export async function listPublicReviews({ db, features }: Pick<Core, 'db' | 'features'>): Promise<Review[]> {
  // If the feature is disabled, donors cannot withdraw their reviews, so none of them are shown.
  const published = features.includes('reviews') ? await listPublishedReviews(db) : [];
  return [...published, ...(await repository.listReviews(db)).map(toSeededReview)];
}

/** Returns the latest published reviews of donors. */
export async function listPublishedReviews(db: Db): Promise<Review[]> {
  return (await repository.listReviewsByDecision(db, 'published', { limit: MAX_PUBLISHED })).map(toReview);
}

/** Deletes the viewer's review, published or not. @throws AppError not-found (404) */
export async function withdrawReview(db: Db, viewer: Viewer, id: string): Promise<void> {
  if (!(await repository.removeReview(db, viewer, id))) throw new AppError('not-found');
}

/** Called when the appointment is canceled. A published review stays until it is withdrawn. */
export const deleteUnpublishedReviews = repository.deleteUnpublished;

/** Deletes all reviews of a deleted account. */
export const onAccountDeleted = repository.deleteAllReviews;

/**
 * Matches an email address from the beginning of a word, and tries only one dot, so that it takes linear
 * time.
 */
const emailAddress = /(?<![^\s@<>(),;:"])[^\s@<>(),;:"]+@[^\s@<>(),;:"][^\s@<>(),;:".]*\.[^\s@<>(),;:"]+/gu;

/** Returns the text to publish: one line, with email addresses masked. */
export const toPublicText = (text: string): string => toSingleLine(text.replace(emailAddress, '***@***'));
