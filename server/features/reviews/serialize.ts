import { DONOR_MEMBER_TYPE } from '#contract/public-name.ts';
import type { OwnReview, Review } from '#contract/reviews.ts';
import { maskEmail } from '#contract/values.ts';
import type { OpinionRow } from '#server/db/tables.ts';

/** `isConfirmed`: whether the donor's address is confirmed. */
export const toOwnReview = (row: OpinionRow, isConfirmed: boolean): OwnReview => ({
  _id: row.id,
  appointmentId: row.appointment_id,
  text: row.text,
  name: row.shown_name,
  state: row.state === 'waiting' && !isConfirmed ? 'address-unconfirmed' : row.state,
  givenAt: new Date(row.created_at).toISOString(),
});

/** Every review has an email field; donors' reviews all use the same placeholder. */
export const toReview = (row: OpinionRow): Review => ({
  _id: row.id,
  memberType: DONOR_MEMBER_TYPE,
  viewContext: row.text,
  image: '/avatars/donor.webp',
  name: row.shown_name,
  email: maskEmail('donor'),
});

/** As moderators see it. */
export const toDecidedReview = ({ id, text, shown_name, decided_at, created_at }: OpinionRow) => ({
  _id: id,
  text,
  name: shown_name,
  decidedAt: new Date(decided_at ?? created_at).toISOString(),
});
