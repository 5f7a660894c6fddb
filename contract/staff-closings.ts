import * as z from 'zod/mini';
import { DayFromText } from './appointments.ts';
import { Displacement, Preview } from './center-administration.ts';
import { IsoDay, TIME_PATTERN, TimeOfDay } from './centers.ts';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { ClinicSlot } from './slot-offers.ts';

const donorsOfCenter = { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true } as const;

const ClosingFields = z
  .object({
    date: DayFromText,
    /**
     * Closes the intervals that begin at `opens` or later and before `closes`. If both are absent, closes the
     * whole day.
     */
    opens: z.optional(TimeOfDay),
    closes: z.optional(
      z
        .string()
        .check(z.refine((time) => TIME_PATTERN.test(time) || time === '24:00', 'Enter the time as HH:MM')),
    ),
    /** The reason, which donors read. */
    message: z.optional(z.string().check(z.trim(), maxLengthCheck(500, 'Use at most 500 characters'))),
  })
  .check(
    z.refine(({ opens = '00:00', closes = '24:00' }) => opens < closes, {
      path: ['closes'],
      error: 'Enter a time after the first time',
    }),
  );

export const addClosing = staffEndpoint(donorsOfCenter, {
  method: 'POST',
  path: '/staff/centers/:id/closings',
  summary:
    'Closes a day, or a part of a day with arrival times, and notifies the donors. 422 if the day has no clinic.',
  query: Preview,
  body: ClosingFields,
  response: z.object({
    /** Absent in a preview. */
    insertedId: z.optional(z.string()),
    /** Number of donors who are notified, by email or by a call. */
    notified: z.int(),
    /**
     * Number of donors, included in `notified`, who need a call, because the site cannot email them (no
     * confirmed address, or no email server).
     */
    toCall: z.int(),
    displaced: z.array(z.extend(Displacement, { needsCall: z.boolean() })),
  }),
  errorStatuses: [422],
});

export const listClosings = staffEndpoint(
  { ...donorsOfCenter, secondFactor: false },
  {
    method: 'GET',
    path: '/staff/centers/:id/closings',
    summary: 'Lists the closings of today and later, sorted by day.',
    response: z.array(
      z.object({
        _id: z.string(),
        date: z.string(),
        opens: z.optional(z.string()),
        closes: z.optional(z.string()),
        message: z.optional(z.string()),
      }),
    ),
  },
);

export const removeClosing = staffEndpoint(donorsOfCenter, {
  method: 'DELETE',
  path: '/staff/centers/:id/closings/:closingId',
  summary:
    'Opens the day or time of a closing. Donors who have not moved keep their appointment and are notified.',
  response: z.object({ deletedCount: z.int(), notified: z.int() }),
});

/**
 * `waiting`: has not chosen yet. `moved`: has another slot. `declined`: canceled, refund due. `refunded`:
 * refund requested. `canceled`: canceled or deleted, and unpaid. `restored`: the day was opened again, or the
 * cancellation undone. `recorded`: the center recorded an outcome.
 */
export const closedStates = [
  'waiting',
  'moved',
  'declined',
  'refunded',
  'canceled',
  'restored',
  'recorded',
] as const;
export type ClosedState = (typeof closedStates)[number];

/**
 * An appointment whose day or time was closed, or that the center canceled. `name` is absent once the
 * appointment is deleted.
 */
export const StaffDisplacedAppointment = z.object({
  _id: z.string(),
  /** Absent if a change of a series or a cancellation, not a closing, displaced the appointment. */
  closingId: z.optional(z.string()),
  /** The day and time that was closed. */
  from: ClinicSlot,
  name: z.optional(z.string()),
  /** The full number. Present if the donor needs a call, or was called and has not responded. */
  phone: z.optional(z.string()),
  state: z.enum(closedStates),
  /**
   * While the state is `waiting`: the first ISO day that suits the donor, who may be deferred, and the later
   * days that do not suit.
   */
  earliestDay: z.optional(z.string()),
  busyDays: z.optional(z.array(z.string())),
  movedTo: z.optional(ClinicSlot),
  isPaid: z.boolean(),
  /**
   * When the email was handed over to the email server (ISO 8601). Absent while the email waits, and for
   * donors whom the site cannot email.
   */
  notifiedAt: z.optional(z.iso.datetime()),
  /**
   * True if the donor has neither been called nor responded, or was not notified that the center canceled the
   * appointment.
   */
  needsCall: z.boolean(),
  calledAt: z.optional(z.iso.datetime()),
});
export type StaffDisplacedAppointment = z.infer<typeof StaffDisplacedAppointment>;

export const listDisplaced = staffEndpoint(donorsOfCenter, {
  method: 'GET',
  path: '/staff/centers/:id/affected',
  summary:
    'Lists the appointments of today and later whose day or time was closed, with notifications, choices and pending calls.',
  response: z.array(StaffDisplacedAppointment),
});

export const resolveDisplaced = staffEndpoint(donorsOfCenter, {
  method: 'PUT',
  path: '/staff/centers/:id/affected/:affectedId',
  summary:
    'Records a call, moves the appointment to another slot, cancels it, or refunds a paid one that was declined. 409 if it does not wait for that.',
  body: z
    .object({
      result: z.enum(['called', 'moved', 'declined', 'refunded']),
      /** For `moved`: the new day, and the time if the center has intervals. */
      date: z.optional(IsoDay),
      time: z.optional(TimeOfDay),
    })
    .check(
      z.refine(({ result, date }) => result !== 'moved' || date !== undefined, {
        path: ['date'],
        error: 'Choose the new day',
      }),
    ),
  response: z.object({
    success: z.boolean(),
    /** Present if the day or time is full or closed. */
    message: z.optional(z.string()),
    nextFree: z.optional(z.array(z.string())),
    limit: z.optional(z.int()),
  }),
  errorStatuses: [422],
});
