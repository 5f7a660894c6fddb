import type { Kysely } from 'kysely';
import type { Job } from '#platform/jobs.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import { removeEvents } from './events/repository.ts';
import { KEPT } from './http/idempotency.ts';
import { forgetAnswers } from './http/repository.ts';
import type { CardTables } from './schema/tables.ts';

/** So long Stripe keeps events. */
const REMEMBERED = days(30);

/** What the sandbox throws away while it runs. */
export function cardJobs({ db, clock }: { db: Kysely<CardTables>; clock: Clock }): Job[] {
  async function sweep(): Promise<void> {
    const now = clock();
    await removeEvents(db, now - REMEMBERED);
    await forgetAnswers(db, now - KEPT);
  }
  return [{ name: 'cards-sweep', everyMs: hours(6), run: sweep }];
}
