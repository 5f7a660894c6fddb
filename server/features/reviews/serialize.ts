import { DONOR_MEMBER_TYPE } from '#contract/public-name.ts';
import type { OwnReview, Review } from '#contract/reviews.ts';
import { maskedEmail } from '#contract/values.ts';
import type { OpinionTable } from '#server/db/tables.ts';

/** As its owner sees it. */
export const toOwnReview = (row: OpinionTable): OwnReview => ({
  _id: row.id,
  text: row.text,
  name: row.shown_name,
  state: row.state,
  givenAt: new Date(row.created_at).toISOString(),
});

/** As everybody sees it. A review has an address: the same for each donor, of nobody. */
export const toReview = (row: OpinionTable): Review => ({
  _id: row.id,
  memberType: DONOR_MEMBER_TYPE,
  viewContext: row.text,
  image: '/avatars/donor.webp',
  name: row.shown_name,
  email: maskedEmail('donor'),
});
