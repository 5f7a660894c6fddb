import type { AppointmentFields } from '#contract/appointments.ts';
import { publicName } from '#contract/public-name.ts';
import type { Review } from '#contract/reviews.ts';
import { singleLine } from '#contract/single-line.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Db, OpinionTable } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as repository from './own-repository.ts';
import { toReview } from './serialize.ts';

/** So many of the published ones stand among the reviews: the list has no pages. */
export const MAX_PUBLISHED = 24;

/** What of a request may be published, once the operator says yes; nothing unless the donor has said yes. */
export function reviewFor(
  viewer: Viewer,
  appointmentId: string,
  { opinion, publishAs, name }: AppointmentFields,
  now: number,
): OpinionTable | undefined {
  const text = publicText(opinion ?? '');
  if (!publishAs || !text) return undefined;
  return {
    id: newId(),
    user_id: viewer.userId,
    appointment_id: appointmentId,
    text,
    shown_name: publicName(name, publishAs),
    state: 'waiting',
    created_at: now,
    decided_at: null,
  };
}

/** A statement for `allOrNone`: it stands or falls with its appointment. */
export const saveReviewQuery = repository.insertReviewQuery;

/** The newest of those that the operator has published. */
export async function publishedReviews(db: Db): Promise<Review[]> {
  return (await repository.listPublished(db, MAX_PUBLISHED)).map(toReview);
}

/** Published or not, nobody sees it from now on. @throws AppError not-found (404) */
export async function withdrawReview(db: Db, viewer: Viewer, id: string): Promise<void> {
  if (!(await repository.removeReview(db, viewer, id))) throw new AppError('not-found');
}

/** When its appointment is cancelled; what everybody has read already stays until it is withdrawn itself. */
export const withdrawWith = repository.removeUnpublishedOf;

/** When an account goes, nothing stays, published or not. */
export const onAccountDeleted = repository.removeAllOf;

/** Begins where a word begins, and tries only the first dot that can be meant: anything else would be quadratic. */
const address = /(?<![^\s@<>(),;:"])[^\s@<>(),;:"]+@[^\s@<>(),;:"][^\s@<>(),;:".]*\.[^\s@<>(),;:"]+/gu;

/** What donors wrote, as everybody may read it: in one line, and without the addresses that some write below it. */
export const publicText = (text: string): string => singleLine(text.replace(address, '***@***'));
