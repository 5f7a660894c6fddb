import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';

const feature = 'reminders';

/**
 * The signed token in the `#` of a link in a reminder email. The token names the member, the appointment and
 * the allowed action.
 */
const token = z.string().check(minLengthCheck(1), maxLengthCheck(2000));

export const getReminderChoice = endpoint({
  method: 'GET',
  path: '/user/reminders',
  access: 'member',
  feature,
  summary: 'Returns whether the caller receives an email the day before an appointment.',
  response: z.object({ wanted: z.boolean() }),
});

export const setReminderChoice = endpoint({
  method: 'PUT',
  path: '/user/reminders',
  access: 'member',
  feature,
  summary: 'Turns the emails the day before an appointment on or off.',
  body: z.object({ wanted: z.boolean() }),
  errorStatuses: [422],
});

export const ReminderLink = z.union([
  z.object({
    purpose: z.literal('cancel'),
    /** `gone`: already canceled, or the account was deleted. */
    state: z.enum(['open', 'paid', 'moved', 'gone']),
    center: z.optional(z.string()),
    /** The appointment's current day as long English text. If it was moved, the new day. */
    date: z.optional(z.string()),
  }),
  z.object({ purpose: z.literal('stop'), state: z.enum(['wanted', 'stopped']) }),
]);
export type ReminderLink = z.infer<typeof ReminderLink>;

/** Uses POST although it changes nothing, because logs record URLs but not request bodies. */
export const getReminderLink = endpoint({
  method: 'POST',
  path: '/reminder-link',
  access: 'public',
  feature,
  summary: 'Returns the purpose and current state of a link in a reminder email.',
  body: z.object({ token }),
  response: ReminderLink,
  errorStatuses: [404, 410, 422],
});

export const cancelByReminderLink = endpoint({
  method: 'POST',
  path: '/reminder-link/cancel',
  access: 'public',
  feature,
  summary: 'Cancels the unpaid appointment of a reminder email.',
  body: z.object({ token }),
  response: z.object({ acknowledged: z.boolean(), deletedCount: z.int() }),
  errorStatuses: [404, 409, 410, 422],
});

export const stopByReminderLink = endpoint({
  method: 'POST',
  path: '/reminder-link/stop',
  access: 'public',
  feature,
  summary: 'Turns off reminders for the recipient of this link.',
  body: z.object({ token }),
  errorStatuses: [404, 410, 422],
});

/**
 * One-click unsubscribe (RFC 8058). The email program posts a form with one fixed field, which is ignored.
 */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/reminder-link/unsubscribe',
  access: 'public',
  feature,
  summary: 'Turns off reminders by one-click unsubscribe (List-Unsubscribe header).',
  query: z.object({ token }),
  errorStatuses: [404, 410, 422],
});

export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/reminder-link/unsubscribe',
  access: 'public',
  feature,
  summary: 'Redirects a browser that opens the unsubscribe link to a page that asks for confirmation.',
  redirects: true,
  query: z.object({ token }),
  errorStatuses: [422],
});
