import type { Job } from '#platform/job.ts';
import { createCleanUpJobs } from '#platform/jobs/clean-up-jobs.ts';
import { createDeliveryJob } from '#platform/jobs/delivery-job.ts';
import type { OutboxHandler } from '#platform/jobs/outbox.ts';
import { days } from '#platform/time.ts';
import type { Core, Registration } from './core.ts';
import { removeOldRequests } from './http/idempotency-repository.ts';

/**
 * Kinds of messages with a job of their own, because an unresponsive mail server blocks a round that includes
 * emails for 45 s.
 */
const separateKinds = [
  'refund',
  'cancel-payment',
  'text-message',
  'closing-text',
  'offer-text',
  'offer-email',
];

/**
 * Returns the periodic jobs of the product server. Never rename a singleton job, because its name is stored
 * in the table of leases.
 */
export const serverJobs = (
  { db, clock, outbox }: Pick<Core, 'db' | 'clock' | 'outbox'>,
  registrations: readonly Registration[],
): Job[] => [
  createDeliveryJob('deliver-messages', outbox),
  ...separateKinds.map((kind) => createDeliveryJob(`deliver-${kind}`, outbox, kind)),
  ...registrations.flatMap(({ jobs = [] }) => jobs),
  ...createCleanUpJobs({
    'idempotency-keys': () => removeOldRequests(db, clock() - days(1)),
    ...Object.fromEntries(registrations.flatMap(({ cleanUps = {} }) => Object.entries(cleanUps))),
  }),
];

/**
 * Returns the outbox handlers of all features and of emails and text messages, keyed by the kind of message.
 */
export const serverHandlers = (
  { sendMail, sendTextMessage }: Pick<Core, 'sendMail' | 'sendTextMessage'>,
  registrations: readonly Registration[],
): Record<string, OutboxHandler> => ({
  email: sendMail,
  'decoy-email': async () => {},
  'text-message': sendTextMessage,
  ...Object.fromEntries(registrations.flatMap(({ handlers = {} }) => Object.entries(handlers))),
});
