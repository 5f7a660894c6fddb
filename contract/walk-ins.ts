import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';

export const claimWalkIn = endpoint({
  method: 'POST',
  path: '/walk-ins/claim',
  access: 'member',
  feature: 'staff',
  summary:
    "Adds an appointment that the center made for the caller to the caller's account. The token comes from the emailed link.",
  body: z.object({ token: z.string().check(minLengthCheck(1), maxLengthCheck(2000)) }),
  response: z.union([
    z.object({ success: z.literal(true), appointmentId: z.string() }),
    /** The response if the caller has another appointment that day. */
    z.object({ success: z.literal(false), message: z.string() }),
  ]),
  errorStatuses: [404, 410, 422],
});
