import type { Database } from '#platform/database/open.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import { removeExpired } from './schema/repository.ts';
import type { IdentityTables } from './schema/tables.ts';
import type { Settings } from './services.ts';
import { OWN_DEVICE_LIFETIME } from './sessions/lifetime.ts';
import { endIdleSessions, removeEndedSessions, removeOldRefreshTokens } from './sessions/repository.ts';

/** Retained so long that a device that reconnects late gets TOKEN_EXPIRED, which makes the SDK sign out. */
const RETENTION_MS = days(400);

/** Returns the job that removes expired rows and ends sessions that were not used for too long. */
export function identityJobs(options: {
  db: Database;
  clock: Clock;
  settings: Pick<Settings, 'sessionLifetime'>;
}): Job[] {
  const { sessionLifetime } = options.settings;
  const db = options.db.withTables<IdentityTables>();
  async function sweep(): Promise<void> {
    const now = options.clock();
    await removeExpired(db, now - days(1));
    const before = now - sessionLifetime.idleTimeoutMs;
    const beforeOnOwnDevice = now - OWN_DEVICE_LIFETIME.idleTimeoutMs;
    await endIdleSessions(db, { before, beforeOnOwnDevice, now });
    await removeOldRefreshTokens(db, now - RETENTION_MS);
    await removeEndedSessions(db, now - RETENTION_MS);
  }
  return [{ name: 'identity-sweep', singleton: true, everyMs: hours(6), run: sweep }];
}
