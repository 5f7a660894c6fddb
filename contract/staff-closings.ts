import * as z from 'zod/mini';
import { FreePlace, IsoDay, TIME_PATTERN, TimeOfDay } from './centers.ts';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { DisplacedAppointment, Preview } from './staff-centers.ts';

const donorsOfCenter = { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true } as const;

const ClosingFields = z
  .object({
    date: IsoDay,
    /** Closes the intervals that begin from `opens` on and before `closes`. Without them, the whole day. */
    opens: z.optional(TimeOfDay),
    closes: z.optional(
      z
        .string()
        .check(z.refine((time) => TIME_PATTERN.test(time) || time === '24:00', 'Enter the time as HH:MM')),
    ),
    /** Tells donors the reason. */
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
    'Closes a day, or a part of a day with arrival times, and notifies the donors. 422 on a day without a clinic.',
  query: Preview,
  body: ClosingFields,
  response: z.object({
    /** Absent in a preview. */
    insertedId: z.optional(z.string()),
    /** Number of donors who are notified. */
    notified: z.int(),
    displaced: z.array(DisplacedAppointment),
  }),
  errorStatuses: [422],
});

export const listClosings = staffEndpoint(
  { ...donorsOfCenter, secondFactor: false },
  {
    method: 'GET',
    path: '/staff/centers/:id/closings',
    summary: 'The closings of today and later, by day.',
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
    'Opens what a closing closed. Donors who have not chosen another place keep their appointment and are told so.',
  response: z.object({ deletedCount: z.int(), notified: z.int() }),
});

/**
 * `waiting`: notified, no response. `moved`: has another place. `declined`: does not come; the appointment is canceled, or
 * if paid, waits for a refund. `refunded`: its refund is on the way. `canceled`: the appointment is gone. `restored`: the
 * day was opened again.
 */
export const displacedStates = ['waiting', 'moved', 'declined', 'refunded', 'canceled', 'restored'] as const;

export const listDisplaced = staffEndpoint(donorsOfCenter, {
  method: 'GET',
  path: '/staff/centers/:id/displaced',
  summary:
    'Donors whose day or time was removed, today and later: who was notified, who chose, and who needs a call.',
  response: z.array(
    z.object({
      /** Id of the appointment. */
      _id: z.string(),
      /** The closing; absent after a change of a series. */
      closingId: z.optional(z.string()),
      name: z.string(),
      /** In full, for a call. */
      phone: z.string(),
      /** The day and time that was removed. */
      date: z.string(),
      time: z.optional(z.string()),
      state: z.enum(displacedStates),
      /** Where the appointment moved. */
      movedTo: z.optional(FreePlace),
      isPaid: z.boolean(),
      /** ISO 8601: when the email, or the text, was handed over. Absent while it waits, and without a confirmed address. */
      notifiedAt: z.optional(z.string()),
      /** The donor cannot be reached by email, or has not responded within a day or until the day before. */
      needsCall: z.boolean(),
      calledAt: z.optional(z.string()),
    }),
  ),
});

export const resolveDisplaced = staffEndpoint(donorsOfCenter, {
  method: 'PUT',
  path: '/staff/centers/:id/displaced/:appointmentId',
  summary:
    'Records what a call led to: the donor was called, moves to another place, does not come, or gets a refund. 409 if the appointment does not wait for it.',
  body: z
    .object({
      result: z.enum(['called', 'moved', 'declined', 'refunded']),
      /** For `moved`. */
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
    /** The day or time is full or closed. */
    message: z.optional(z.string()),
    /** ISO days with free places. */
    nextFree: z.optional(z.array(z.string())),
  }),
  errorStatuses: [422],
});

export type DisplacedState = (typeof displacedStates)[number];
