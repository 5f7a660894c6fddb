import * as z from 'zod/mini';
import { DayText } from './appointments.ts';
import { TIME_PATTERN, TimeOfDay } from './centers.ts';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { DisplacedAppointment, Preview } from './staff-centers.ts';

const donorsOfCenter = { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true } as const;

const ClosingFields = z
  .object({
    date: DayText,
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
  summary: 'Opens what a closing closed. Donors who have not moved keep their appointment and are told so.',
  response: z.object({ deletedCount: z.int(), notified: z.int() }),
});
