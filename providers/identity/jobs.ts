import type { Database } from '#platform/database/open.ts';
import type { Job } from '#platform/jobs.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import { removeExpiredCodes } from './codes/repository.ts';
import { removeExpiredAnswers } from './google/repository.ts';
import { removeExpiredTextCodes } from './phone/repository.ts';
import type { IdentityTables } from './schema/tables.ts';
import { removeExpiredFactorSteps } from './second-factors/repository.ts';
import {
  endUnused,
  removeEndedSessions,
  removeOldRefreshTokens,
  removeOrphanedSessions,
} from './sessions/repository.ts';

/** Kept so long, so that a device coming back late hears TOKEN_EXPIRED, on which the SDK signs out by itself. */
const REMEMBERED = days(400);

/** What the provider throws away while it runs. */
/** `rest`: so many ms after its last use a session is over. */
export function identityJobs(options: { db: Database; clock: Clock; rest: number }): Job[] {
  const db = options.db.withTables<IdentityTables>();
  async function sweep(): Promise<void> {
    const now = options.clock();
    await removeExpiredCodes(db, now - days(1));
    await removeExpiredTextCodes(db, now - days(1));
    await removeExpiredAnswers(db, now - days(1));
    await removeExpiredFactorSteps(db, now - days(1));
    await endUnused(db, { before: now - options.rest, now });
    await removeOldRefreshTokens(db, now - REMEMBERED);
    await removeEndedSessions(db, now - REMEMBERED);
    await removeOrphanedSessions(db);
  }
  return [{ name: 'identity-sweep', alone: true, everyMs: hours(6), run: sweep }];
}
