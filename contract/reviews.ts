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
  summary: 'Donor reviews.',
  response: z.array(Review),
});

/** One's own, given with a request and meant for everybody. */
export const OwnReview = z.object({
  _id: z.string(),
  /** Both as everybody would see them. */
  text: z.string(),
  name: z.string(),
  /** Only a published one is in the list of reviews. */
  state: z.enum(['waiting', 'published', 'refused']),
  /** ISO text in UTC. */
  givenAt: z.iso.datetime(),
});
export type OwnReview = z.infer<typeof OwnReview>;

export const listOwnReviews = endpoint({
  method: 'GET',
  path: '/opinions',
  feature: 'reviews',
  access: 'member',
  summary: "The caller's opinions that were given for publication, newest first.",
  response: z.array(OwnReview),
});

export const withdrawReview = endpoint({
  method: 'DELETE',
  path: '/opinions/:id',
  feature: 'reviews',
  access: 'member',
  summary:
    "Withdraw one's own opinion, published or not. The appointment keeps its text for its owner alone.",
  errorStatuses: [404],
});
