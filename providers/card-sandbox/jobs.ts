import type { Job } from '#platform/jobs/jobs.ts';
import { type Clock, days, hours, seconds } from '#platform/time.ts';
import type { Emitter } from './events.ts';
import { RETENTION_MS } from './http/idempotency.ts';
import { updateDueRefunds } from './refunds.ts';
import { removeOldEvents, removeOldResponses, removeOldUnpaid } from './repository.ts';
import type { Db } from './schema/tables.ts';

/** Stripe's own retention period for events. */
const EVENT_RETENTION_MS = days(30);

/** More than a year: appointments, with their open intents, can be that far ahead. */
export const UNPAID_RETENTION_MS = days(400);

/** Jobs that finish pending refunds and delete old rows. */
export function cardJobs(deps: { db: Db; clock: Clock; emitter: Emitter }): Job[] {
  const { db, clock, emitter } = deps;
  async function sweep(): Promise<void> {
    const now = clock();
    await removeOldEvents(db, now - EVENT_RETENTION_MS);
    await removeOldResponses(db, now - RETENTION_MS);
    await removeOldUnpaid(db, now - UNPAID_RETENTION_MS);
  }
  const refunds = () => updateDueRefunds(db, clock(), emitter);
  return [
    { name: 'cards-refunds', singleton: true, everyMs: seconds(1), run: refunds },
    { name: 'cards-sweep', singleton: true, everyMs: hours(6), run: sweep },
  ];
}
