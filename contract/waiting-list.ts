import * as z from 'zod/mini';
import { AppointmentFields } from './appointments.ts';
import { endpoint } from './endpoint.ts';

const feature = 'staff';

/** The donor's details that a booking needs. Missing values are taken from the donor's last appointment. */
export const DonorDetails = z.object({
  name: z.optional(AppointmentFields.shape.name),
  phone: z.optional(AppointmentFields.shape.phone),
  bloodGroup: z.optional(AppointmentFields.shape.bloodGroup),
});
export type DonorDetails = z.infer<typeof DonorDetails>;

export const joinWaitingList = endpoint({
  method: 'PUT',
  path: '/waiting-list/:id/:date',
  access: 'member',
  feature,
  summary:
    'Joins the waiting list of a full day (ISO) at a center. Returns the position, from 1. The body is optional. 409 if the day has free slots or is closed, or the caller has an appointment on it.',
  body: DonorDetails,
  hasOptionalBody: true,
  response: z.object({ position: z.int() }),
  errorStatuses: [404, 409, 422],
});

export const leaveWaitingList = endpoint({
  method: 'DELETE',
  path: '/waiting-list/:id/:date',
  access: 'member',
  feature,
  summary: 'Leaves a waiting list. A slot that is held for the caller is offered to the next person.',
  errorStatuses: [404, 422],
});

export const WaitingListEntry = z.object({
  centerId: z.string(),
  center: z.string(),
  /** ISO day. */
  date: z.string(),
  /**
   * `waiting`: on the list. `offered`: a slot is held. `expired`: the hold ended, so the slot was offered to
   * the next person, and the caller can join again at the end. `closed`: the center closed the day, and the
   * caller stays on the list in case the day opens again.
   */
  state: z.enum(['waiting', 'offered', 'expired', 'closed']),
  /** Position on the list, from 1, if `waiting` or `offered`. */
  position: z.optional(z.int()),
  /** The held slot, the end of the hold (ISO 8601), and the token of the offer's link (slot-offers.ts). */
  offer: z.optional(
    z.object({ time: z.optional(z.string()), expiresAt: z.iso.datetime(), token: z.string() }),
  ),
});
export type WaitingListEntry = z.infer<typeof WaitingListEntry>;

/** An entry with the details that the caller gave. */
export const ExportedEntry = z.extend(WaitingListEntry, {
  name: z.optional(z.string()),
  phone: z.optional(z.string()),
  bloodGroup: z.optional(z.string()),
});
export type ExportedEntry = z.infer<typeof ExportedEntry>;

export const listWaitingLists = endpoint({
  method: 'GET',
  path: '/waiting-list',
  access: 'member',
  feature,
  summary: "Lists the caller's waiting lists, sorted by day.",
  response: z.array(WaitingListEntry),
});
