import type { Database } from '#platform/database/open.ts';
import type { Job } from '#platform/job.ts';
import { createCleanUpJobs } from '#platform/jobs/clean-up-jobs.ts';
import { type Clock, days } from '#platform/time.ts';
import { removeExpired } from './schema/repository.ts';
import type { IdentityTables } from './schema/tables.ts';
import type { Settings } from './services.ts';
import { OWN_DEVICE_LIFETIME } from './sessions/lifetime.ts';
import { endIdleSessions, removeEndedSessions, removeOldRefreshTokens } from './sessions/repository.ts';

/** Long enough that a device that reconnects late gets TOKEN_EXPIRED, which makes the SDK sign out. */
const RETENTION_MS = days(400);

/** Returns the jobs that remove expired rows and end sessions that were not used for too long. */
export function createIdentityJobs(options: {
  db: Database;
  clock: Clock;
  settings: Pick<Settings, 'sessionLifetime'>;
}): Job[] {
  const { sessionLifetime } = options.settings;
  const db = options.db.withTables<IdentityTables>();
  const { clock } = options;
  return createCleanUpJobs({
    'expired-codes': () => removeExpired(db, clock() - days(1)),
    'idle-identity-sessions': () => {
      const now = clock();
      const before = now - sessionLifetime.idleTimeoutMs;
      const beforeOnOwnDevice = now - OWN_DEVICE_LIFETIME.idleTimeoutMs;
      return endIdleSessions(db, { before, beforeOnOwnDevice, now });
    },
    'refresh-tokens': () => removeOldRefreshTokens(db, clock() - RETENTION_MS),
    'ended-sessions': () => removeEndedSessions(db, clock() - RETENTION_MS),
  });
}
