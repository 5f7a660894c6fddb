import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { CLAIM_TTL_MS } from './claim-links.ts';
import { anonymizeUnclaimedWalkIns, deleteChangesBefore } from './repository.ts';

/** Deletes recorded status changes that are too old to need a check. */
export const deleteOldChanges = (db: Db, now: number) => deleteChangesBefore(db, now - CLAIM_TTL_MS);

/** Removes the personal data of walk-ins that can no longer be claimed. */
export const anonymizeOldWalkIns = (db: Db, now: number) =>
  anonymizeUnclaimedWalkIns(db, utcDay(now - CLAIM_TTL_MS - days(1)));
