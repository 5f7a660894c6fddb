import type { Opinion } from '#contract/own-reviews.ts';
import { donorsKind } from '#contract/public-name.ts';
import type { Review } from '#contract/reviews.ts';
import { maskedEmail } from '#contract/values.ts';
import type { OpinionTable } from '#server/db/tables.ts';

/** As its owner sees it. */
export const toOpinion = (row: OpinionTable): Opinion => ({
  _id: row.id,
  text: row.text,
  name: row.shown_name,
  state: row.state,
  givenAt: new Date(row.created_at).toISOString(),
});

/** As everybody sees it. A review has an address: the same for each donor, of nobody. */
export const toReview = (row: OpinionTable): Review => ({
  _id: row.id,
  memberType: donorsKind,
  viewContext: row.text,
  image: '/avatars/donor.webp',
  name: row.shown_name,
  email: maskedEmail('donor'),
});
