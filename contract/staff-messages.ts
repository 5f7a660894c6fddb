import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

/** Maximum number of messages in a response. */
export const MESSAGES_PAGE_SIZE = 100;

const RejectedMessage = z.object({
  _id: z.string(),
  kind: z.enum(['email', 'text-message', 'other']),
  /** Address or phone number. */
  recipient: z.optional(z.string()),
  subject: z.optional(z.string()),
  /** The response of the recipient's service. */
  reason: z.string(),
  rejectedAt: z.iso.datetime(),
  /** When the message is deleted. */
  expiresAt: z.iso.datetime(),
});
export type RejectedMessage = z.infer<typeof RejectedMessage>;

const Selection = z.object({
  ids: z
    .array(z.string().check(maxLengthCheck(100)))
    .check(minLengthCheck(1, 'Choose a message'), maxLengthCheck(MESSAGES_PAGE_SIZE)),
});
const Count = z.object({
  /** Number of rejected messages that were resent or deleted. Excludes those that no longer existed. */
  count: z.int(),
});

export const listMessages = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/messages',
  summary: 'Lists emails and text messages that were rejected, oldest first, without their contents.',
  response: z.object({ total: z.int(), messages: z.array(RejectedMessage) }),
});

export const resendMessages = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/messages/resend',
  summary: 'Sends rejected messages again.',
  body: Selection,
  response: Count,
  errorStatuses: [422],
});

export const deleteMessages = staffEndpoint(ownerOnly, {
  method: 'DELETE',
  path: '/staff/messages',
  summary: 'Deletes rejected messages.',
  body: Selection,
  response: Count,
  errorStatuses: [422],
});
