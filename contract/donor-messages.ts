import * as z from 'zod/mini';
import { IsoDay } from './centers.ts';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { isVisible } from './single-line.ts';

export const DonorMessage = z.object({
  date: IsoDay,
  message: z
    .string('Write a message')
    .check(
      z.trim(),
      minLengthCheck(1, 'Write a message'),
      maxLengthCheck(500, 'Use at most 500 characters'),
      z.refine(isVisible, 'Write a message'),
    ),
});

const Reach = z.object({
  /** Number of donors with a confirmed address, if the site can send email. */
  emailed: z.int(),
  /** Number of donors whom the site cannot email. */
  toCall: z.int(),
});

export const countDonorsOfDay = staffEndpoint(
  { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true },
  {
    method: 'GET',
    path: '/staff/centers/:id/donor-messages',
    summary: 'Counts the donors whom a message about a day would reach.',
    query: z.object({ date: IsoDay }),
    response: Reach,
    errorStatuses: [422],
  },
);

export const previewDonorMessage = staffEndpoint(
  { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true },
  {
    method: 'POST',
    path: '/staff/centers/:id/donor-messages/preview',
    summary: 'Returns the email that a message would be, and counts the donors whom it would reach.',
    body: DonorMessage,
    response: z.extend(Reach, {
      /** As one of the donors would get it. Absent if the site can email none of them. */
      email: z.optional(z.object({ subject: z.string(), html: z.string() })),
    }),
    errorStatuses: [422],
  },
);

export const sendDonorMessage = staffEndpoint(
  { roles: ['owner', 'coordinator'], center: 'path', secondFactor: true },
  {
    method: 'POST',
    path: '/staff/centers/:id/donor-messages',
    summary:
      'Emails the donors who are expected on a day, today or later, except those whose slot is closed, who were asked to choose another day. The same text again on the same day of sending goes only to donors who did not get it. Without a message, lists whom to call on a day on which the site can email none of them, otherwise 422.',
    body: z.object({ ...DonorMessage.shape, message: z.optional(DonorMessage.shape.message) }),
    response: z.object({
      /** Number of donors who are emailed now. */
      emailed: z.int(),
      /** Number of donors who received the same text before. */
      repeated: z.int(),
      /** Donors whom the site cannot email, with their phone number in full. */
      toCall: z.array(
        z.object({ _id: z.string(), name: z.string(), phone: z.string(), time: z.optional(z.string()) }),
      ),
    }),
    errorStatuses: [422, 429],
  },
);
