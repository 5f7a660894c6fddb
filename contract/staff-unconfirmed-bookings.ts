import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';

const donorsOfCenter = { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true } as const;

/** An unpaid slot booked by a member whose address is not confirmed. */
export const UnconfirmedBooking = z.object({
  _id: z.string(),
  name: z.string(),
  /** ISO day. */
  date: z.string(),
  time: z.optional(z.string()),
  /** Last four digits. */
  phoneEnd: z.string(),
  /** When the site cancels the booking (ISO 8601). Absent if the slot begins before the deadline. */
  confirmBy: z.optional(z.iso.datetime()),
});
export type UnconfirmedBooking = z.infer<typeof UnconfirmedBooking>;

export const listUnconfirmedBookings = staffEndpoint(donorsOfCenter, {
  method: 'GET',
  path: '/staff/centers/:id/unconfirmed-bookings',
  summary: 'Lists the upcoming slots of members whose address is not confirmed, sorted by day and time.',
  response: z.array(UnconfirmedBooking),
});

/** Maximum number of bookings that one request cancels. */
export const MAX_CANCELED_AT_ONCE = 500;

export const cancelUnconfirmedBookings = staffEndpoint(donorsOfCenter, {
  method: 'POST',
  path: '/staff/centers/:id/unconfirmed-bookings/cancellation',
  summary:
    'Cancels the given slots if they are still unconfirmed, and emails each member a link to book again.',
  body: z.object({
    appointmentIds: z
      .array(z.string().check(maxLengthCheck(64)))
      .check(minLengthCheck(1), maxLengthCheck(MAX_CANCELED_AT_ONCE)),
  }),
  response: z.object({ canceled: z.int() }),
  errorStatuses: [422],
});
