import { DONOR_MEMBER_TYPE } from '#contract/public-name.ts';
import type { OwnReview, Review } from '#contract/reviews.ts';
import { maskEmail } from '#contract/values.ts';
import type { ReviewRow, SeededReviewRow } from '#server/db/tables.ts';

/** `isConfirmed`: whether the donor's address is confirmed. */
export const toOwnReview = (row: ReviewRow, isConfirmed: boolean): OwnReview => ({
  _id: row.id,
  appointmentId: row.appointment_id,
  text: row.text,
  name: row.public_name,
  state: row.state === 'waiting' && !isConfirmed ? 'address-unconfirmed' : row.state,
  givenAt: new Date(row.created_at).toISOString(),
});

/** Every review has an email field, which in donors' reviews is always the same placeholder. */
export const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  memberType: DONOR_MEMBER_TYPE,
  viewContext: row.text,
  image: '/avatars/donor.webp',
  name: row.public_name,
  email: maskEmail('donor'),
});

/** Converts a review that the operator has entered. */
export const toSeededReview = (row: SeededReviewRow): Review => ({
  _id: row.id,
  memberType: row.member_type,
  viewContext: row.view_context,
  image: row.image,
  name: row.name,
  email: maskEmail(row.email),
});

/** Converts a review for moderators. */
export const toDecidedReview = ({ id, text, public_name, decided_at, created_at }: ReviewRow) => ({
  _id: id,
  text,
  name: public_name,
  decidedAt: new Date(decided_at ?? created_at).toISOString(),
});
