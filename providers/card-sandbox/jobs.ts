import type { Job } from '#platform/job.ts';
import { createCleanUpJobs } from '#platform/jobs/clean-up-jobs.ts';
import { type Clock, days } from '#platform/time.ts';
import { RETENTION_MS } from './http/idempotency.ts';
import { removeOldEvents, removeOldResponses, removeOldUnpaid } from './repository.ts';
import type { Db } from './schema/tables.ts';

/** Stripe's own retention period for events. */
const EVENT_RETENTION_MS = days(30);

/** Longer than a year, because appointments with open intents can be a year ahead. */
export const UNPAID_RETENTION_MS = days(400);

/** The jobs that delete old rows. */
export const createCardJobs = ({ db, clock }: { db: Db; clock: Clock }): Job[] =>
  createCleanUpJobs({
    'sandbox-events': () => removeOldEvents(db, clock() - EVENT_RETENTION_MS),
    'sandbox-responses': () => removeOldResponses(db, clock() - RETENTION_MS),
    'sandbox-intents': () => removeOldUnpaid(db, clock() - UNPAID_RETENTION_MS),
  });
