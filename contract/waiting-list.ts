import * as z from 'zod/mini';
import { AppointmentFields } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';

const feature = 'staff';

/** What the appointment form needs. Missing values come from the caller's last appointment. */
const DonorFields = z.object({
  name: z.optional(AppointmentFields.shape.name),
  phone: z.optional(AppointmentFields.shape.phone),
  bloodGroup: z.optional(AppointmentFields.shape.bloodGroup),
});

export const joinWaitingList = endpoint({
  method: 'PUT',
  path: '/waiting-list/:id/:date',
  access: 'member',
  feature,
  summary:
    'Joins the waiting list of a full day (ISO) at a center, and returns the place in the line. The body is optional. 409 if the day has free places or is closed, or the caller has an appointment on it.',
  body: DonorFields,
  hasOptionalBody: true,
  response: z.object({ place: z.int() }),
  errorStatuses: [404, 409, 422],
});

export const leaveWaitingList = endpoint({
  method: 'DELETE',
  path: '/waiting-list/:id/:date',
  access: 'member',
  feature,
  summary: 'Leaves a waiting list, and gives back a place that is held.',
  errorStatuses: [404],
});

export const listWaiting = endpoint({
  method: 'GET',
  path: '/waiting-list',
  access: 'member',
  feature,
  summary: "The caller's waiting lists.",
  response: z.array(
    z.object({
      centerId: z.string(),
      center: z.string(),
      /** ISO day. */
      date: z.string(),
      /** Position in the line, from 1. */
      place: z.int(),
      /** A place is held for the caller. `token` is for place-offers.ts. */
      offer: z.optional(z.object({ time: z.optional(z.string()), expiresAt: z.string(), token: z.string() })),
    }),
  ),
});

const token = z.string().check(minLengthCheck(1), maxLengthCheck(2000));

/** A place in the link of an email (`/place-offer#token`): after a closing, or from the waiting list. */
export const PlaceOffer = z.object({
  purpose: z.enum(['move', 'waiting-list']),
  /**
   * `open`: can be accepted. `full`: somebody else took the place, or the day was closed. `used`: the donor chose already.
   * `expired`: the hold is over. `gone`: the appointment was canceled.
   */
  state: z.enum(['open', 'full', 'used', 'expired', 'gone']),
  center: z.string(),
  /** ISO day and time of the place. */
  date: z.string(),
  time: z.optional(z.string()),
  /** For `move`: the day and time that was removed, and the message of the center. */
  from: z.optional(z.object({ date: z.string(), time: z.optional(z.string()) })),
  message: z.optional(z.string()),
  isPaid: z.boolean(),
  /** For `waiting-list`: until when the place is held, ISO 8601. */
  expiresAt: z.optional(z.string()),
  /** The fields that accepting needs, because the donor has no earlier appointment. */
  missing: z.array(z.enum(['name', 'phone', 'bloodGroup'])),
});

/** A POST although it changes nothing, because logs record URLs but not request bodies. */
export const getPlaceOffer = endpoint({
  method: 'POST',
  path: '/place-offer',
  access: 'public',
  feature,
  summary: 'Get what a link to a place offers, and whether it is still available.',
  body: z.object({ token }),
  response: PlaceOffer,
  errorStatuses: [404, 410, 422],
});

export const acceptPlaceOffer = endpoint({
  method: 'POST',
  path: '/place-offer/accept',
  access: 'public',
  feature,
  summary: 'Takes exactly this place: moves the appointment there, paid or not, or books it. Works once.',
  body: z.extend(DonorFields, { token }),
  response: z.object({
    success: z.boolean(),
    /** Why not: the place is taken. */
    message: z.optional(z.string()),
    /** ISO days with free places. */
    nextFree: z.optional(z.array(z.string())),
  }),
  errorStatuses: [404, 409, 410, 422],
});

export const declinePlaceOffer = endpoint({
  method: 'POST',
  path: '/place-offer/decline',
  access: 'public',
  feature,
  summary:
    'The donor does not come: cancels an unpaid appointment, asks the center to refund a paid one, or leaves the waiting list.',
  body: z.object({ token }),
  errorStatuses: [404, 409, 410, 422],
});

export const listDisplacedAppointments = endpoint({
  method: 'GET',
  path: '/displaced-appointments',
  access: 'member',
  feature,
  summary: "The caller's appointments whose day was closed, with the next free places.",
  response: z.array(
    z.object({
      appointmentId: z.string(),
      center: z.string(),
      /** The day and time that was removed. */
      date: z.string(),
      time: z.optional(z.string()),
      message: z.optional(z.string()),
      isPaid: z.boolean(),
      places: z.array(z.object({ date: z.string(), time: z.optional(z.string()), token: z.string() })),
      /** For `POST /place-offer/decline`. */
      declineToken: z.string(),
    }),
  ),
});
