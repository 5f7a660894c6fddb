import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { CLAIM_TTL_MS } from './claim-links.ts';
import { anonymizeUnclaimed, deleteChangesBefore } from './repository.ts';

/** Job: removes the personal data of walk-ins that can no longer be claimed, and changes that devices no longer need. */
export async function forgetCheckIns(db: Db, now: number): Promise<void> {
  await deleteChangesBefore(db, now - CLAIM_TTL_MS);
  await anonymizeUnclaimed(db, utcDay(now - CLAIM_TTL_MS - days(1)));
}
