import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';

const count = z.int();

const Problem = z.object({
  /** What does not work. */
  check: z.enum(['email', 'payments', 'pictures', 'clock', 'certificate', 'backup']),
  /** The reason, in English, for whoever runs the server. */
  detail: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** What waits for the staff. Each number counts only what the caller's roles let them see and decide. */
export const listOpenTasks = staffEndpoint(
  { roles: ['owner', 'coordinator', 'moderator'], secondFactor: false },
  {
    method: 'GET',
    path: '/staff/open-tasks',
    summary: "Counts what waits for the caller's decision or call, without names.",
    response: z.object({
      /** The centers with donors to call or refund after a closing or cancellation. */
      followUps: z.array(z.object({ centerId: z.string(), calls: count, refunds: count })),
      /** The centers with upcoming slots of members whose address is not confirmed. */
      unconfirmed: z.array(z.object({ centerId: z.string(), bookings: count })),
      /** The centers with donors who are booked for today and have not come yet. */
      expectedToday: z.array(z.object({ centerId: z.string(), donors: count })),
      /** Requests for blood that wait for a coordinator. */
      requests: count,
      /** Reported or hidden photos, and objections. At most 100 together with `reviews`. */
      photos: count,
      /** Reviews to publish or refuse. */
      reviews: count,
      /** Payments that need a decision. */
      payments: count,
      /** Emails and text messages that were rejected. */
      messages: count,
      /** What the site's own checks found. Empty unless the caller is an owner. */
      problems: z.array(Problem),
    }),
  },
);
