import type { Job } from '#platform/jobs/jobs.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import { RETENTION_MS } from './http/idempotency.ts';
import { removeOldEvents, removeOldResponses, removeOldUnpaid } from './repository.ts';
import type { Db } from './schema/tables.ts';

/** Stripe's own retention period for events. */
const EVENT_RETENTION_MS = days(30);

/** More than a year: appointments, with their open intents, can be that far ahead. */
export const UNPAID_RETENTION_MS = days(400);

/** The job that deletes old rows. */
export function cardJobs({ db, clock }: { db: Db; clock: Clock }): Job[] {
  async function sweep(): Promise<void> {
    const now = clock();
    await removeOldEvents(db, now - EVENT_RETENTION_MS);
    await removeOldResponses(db, now - RETENTION_MS);
    await removeOldUnpaid(db, now - UNPAID_RETENTION_MS);
  }
  return [{ name: 'cards-sweep', singleton: true, everyMs: hours(6), run: sweep }];
}
