import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { DonorDetails } from './waiting-list.ts';

const feature = 'staff';

/**
 * The token in the `#` of a link (`/slot-offer#token`). It is bound to one donor and one slot, and works
 * once.
 */
const token = z.string().check(minLengthCheck(1), maxLengthCheck(200));

/** ISO day, and the arrival time if the center has intervals. */
export const ClinicSlot = z.object({ date: z.string(), time: z.optional(z.string()) });
export type ClinicSlot = z.infer<typeof ClinicSlot>;

export const OfferedSlot = z.extend(ClinicSlot, { token: z.string() });
export type OfferedSlot = z.infer<typeof OfferedSlot>;

export const donorDetails = ['name', 'phone', 'bloodGroup'] as const;

/**
 * An offer of another slot for an appointment whose day was closed, of a slot held for a waiting list, or of
 * the slot that was canceled because the address was not confirmed.
 */
export const SlotOffer = z.extend(ClinicSlot, {
  purpose: z.enum(['move', 'waiting-list', 'book-again']),
  /**
   * `open`: can be accepted. `full`: the slot is taken or closed. `used`: the donor has chosen already.
   * `expired`: the hold is over. `gone`: the appointment was canceled, or the donor left the waiting list.
   */
  state: z.enum(['open', 'full', 'used', 'expired', 'gone']),
  center: z.string(),
  /** For `move`: the day and time that was closed. */
  from: z.optional(ClinicSlot),
  /** For `move`: the message of the center. */
  message: z.optional(z.string()),
  /** For `used`: the slot that the donor has now. Absent after declining. */
  chosen: z.optional(ClinicSlot),
  isPaid: z.boolean(),
  /** For `waiting-list`: until when the slot is held (ISO 8601). */
  expiresAt: z.optional(z.iso.datetime()),
  /** For `move`: other slots that are free now. */
  others: z.array(OfferedSlot),
  /** The details that the donor must enter to accept, because there is no earlier appointment. */
  missing: z.array(z.enum(donorDetails)),
});
export type SlotOffer = z.infer<typeof SlotOffer>;

/** Uses POST although it changes nothing, because logs record URLs but not request bodies. */
export const getSlotOffer = endpoint({
  method: 'POST',
  path: '/slot-offer',
  access: 'public',
  feature,
  summary: 'Returns the offer of a link, and whether it is still available.',
  body: z.object({ token }),
  response: SlotOffer,
  errorStatuses: [404, 410, 422],
});

export const acceptSlotOffer = endpoint({
  method: 'POST',
  path: '/slot-offer/accept',
  access: 'public',
  feature,
  summary:
    'Books the slot of a link, or moves the appointment there, paid or not. Works once: 409 afterwards.',
  body: z.extend(DonorDetails, { token }),
  response: z.object({
    success: z.boolean(),
    /** The reason for a failure: the slot is taken, or the donor has another appointment on the day. */
    message: z.optional(z.string()),
    nextFree: z.optional(z.array(z.string())),
    limit: z.optional(z.int()),
  }),
  errorStatuses: [404, 409, 410, 422],
});

export const declineSlotOffer = endpoint({
  method: 'POST',
  path: '/slot-offer/decline',
  access: 'public',
  feature,
  summary:
    'Declines the offer: cancels an unpaid appointment, asks the center to refund a paid one, or leaves the waiting list.',
  body: z.object({ token }),
  errorStatuses: [404, 409, 410, 422],
});

export const DisplacedAppointment = z.object({
  appointmentId: z.string(),
  center: z.string(),
  /** The day and time that was closed. */
  from: ClinicSlot,
  message: z.optional(z.string()),
  isPaid: z.boolean(),
  /** The next free slots. */
  slots: z.array(OfferedSlot),
  /** Token to decline the move with. Present even if `slots` is empty. */
  declineToken: z.string(),
});
export type DisplacedAppointment = z.infer<typeof DisplacedAppointment>;

export const listDisplacedAppointments = endpoint({
  method: 'GET',
  path: '/closed-appointments',
  access: 'member',
  feature,
  summary: "Lists the caller's appointments whose day or time was closed, each with the next free slots.",
  response: z.array(DisplacedAppointment),
});
