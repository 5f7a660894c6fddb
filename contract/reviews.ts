import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const Review = z.object({
  _id: z.string(),
  memberType: z.string(),
  viewContext: z.string(),
  image: z.string(),
  name: z.string(),
  /** Masked for everyone: `r***@***`. */
  email: z.string(),
});
export type Review = z.infer<typeof Review>;

export const listReviews = endpoint({
  method: 'GET',
  path: '/reviews',
  access: 'public',
  summary: 'Lists the published reviews.',
  response: z.array(Review),
});

/** A review that the caller submitted for publication. */
export const OwnReview = z.object({
  _id: z.string(),
  /** The id of the appointment that the review is about. The appointment may be canceled. */
  appointmentId: z.string(),
  /** Text and name as published. */
  text: z.string(),
  name: z.string(),
  /**
   * Only published reviews are in the list of reviews. `address-unconfirmed`: no moderator sees the review
   * until the donor's address is confirmed.
   */
  state: z.enum(['address-unconfirmed', 'waiting', 'published', 'refused']),
  /** When the review was submitted. */
  givenAt: z.iso.datetime(),
});
export type OwnReview = z.infer<typeof OwnReview>;

export const listOwnReviews = endpoint({
  method: 'GET',
  path: '/opinions',
  feature: 'reviews',
  access: 'member',
  summary: "Lists the caller's reviews, newest first.",
  response: z.array(OwnReview),
});

export const withdrawReview = endpoint({
  method: 'DELETE',
  path: '/opinions/:id',
  feature: 'reviews',
  access: 'member',
  summary:
    "Withdraws one of the caller's reviews, published or not. The text stays on the appointment, visible only to its owner.",
  errorStatuses: [404],
});
