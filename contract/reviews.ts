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
  summary: 'Opinions of donors.',
  response: z.array(Review),
});
