import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthMessage, minLengthMessage } from './lengths.ts';

const feature = 'reminders';

/** What a mail's link carries behind the `#`: who may do what with which appointment, signed. */
const token = z.string().check(minLengthMessage(1), maxLengthMessage(2000));

export const getReminderChoice = endpoint({
  method: 'GET',
  path: '/user/reminders',
  access: 'member',
  feature,
  summary: 'Whether the caller is mailed on the day before an appointment.',
  response: z.object({ wanted: z.boolean() }),
});

export const setReminderChoice = endpoint({
  method: 'PUT',
  path: '/user/reminders',
  access: 'member',
  feature,
  summary: 'Switch the mails on the day before an appointment on or off.',
  body: z.object({ wanted: z.boolean() }),
  errorStatuses: [422],
});

export const ReminderLink = z.union([
  z.object({
    purpose: z.literal('cancel'),
    /** `gone`: cancelled before, or with the account. */
    state: z.enum(['open', 'paid', 'moved', 'gone']),
    center: z.optional(z.string()),
    /** Of today's appointment: where it was moved, the new day. Long English text. */
    date: z.optional(z.string()),
  }),
  z.object({ purpose: z.literal('stop'), state: z.enum(['wanted', 'stopped']) }),
]);
export type ReminderLink = z.infer<typeof ReminderLink>;

/** A POST, though it changes nothing: an address is kept in logs, what is sent is not. */
export const getReminderLink = endpoint({
  method: 'POST',
  path: '/reminder-link',
  access: 'public',
  feature,
  summary: 'What the link of a reminder mail is for, and how that stands.',
  body: z.object({ token }),
  response: ReminderLink,
  errorStatuses: [404, 410, 422],
});

export const cancelByReminderLink = endpoint({
  method: 'POST',
  path: '/reminder-link/cancel',
  access: 'public',
  feature,
  summary: 'Cancel the unpaid appointment of a reminder mail.',
  body: z.object({ token }),
  response: z.object({ acknowledged: z.boolean(), deletedCount: z.int() }),
  errorStatuses: [404, 409, 410, 422],
});

export const stopByReminderLink = endpoint({
  method: 'POST',
  path: '/reminder-link/stop',
  access: 'public',
  feature,
  summary: 'Stop the reminder mails of the person who got this link.',
  body: z.object({ token }),
  errorStatuses: [404, 410, 422],
});

/** As RFC 8058 has it: the mail program sends a form, whose one field says nothing new. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/reminder-link/unsubscribe',
  access: 'public',
  feature,
  summary: 'Stop the reminder mails by the List-Unsubscribe header of one of them.',
  query: z.object({ token }),
  errorStatuses: [404, 410, 422],
});

export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/reminder-link/unsubscribe',
  access: 'public',
  feature,
  summary: 'The same address opened in a browser: leads to the page that asks before it stops anything.',
  leadsToPage: true,
  query: z.object({ token }),
  errorStatuses: [422],
});
