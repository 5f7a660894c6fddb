import { databaseClock } from '#platform/database/database-clock.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { RateLimiters } from '#platform/security/rate-limits.ts';
import { mountPaymentAdministration } from './features/payments/administration-routes.ts';
import {
  MAX_BACKUPS,
  MAX_LOG_VERIFICATIONS,
  mountAdministration,
} from './features/staff/administration-routes.ts';
import { changeAsStaff, type StaffLogDeps } from './features/staff/staff-log.ts';
import type { RecordedChange } from './http/recorded-change.ts';
import type { Routes } from './http/route.ts';
import type { StaffMember } from './http/viewer.ts';
import type { AccountAdministration } from './integrations/account-administration.ts';
import type { Backups } from './integrations/backups.ts';

export type AdministrationDeps = StaffLogDeps & {
  outbox: Outbox;
  publicUrl: string;
  limiters: RateLimiters;
  /** Undefined if Firebase has the accounts. */
  accounts: AccountAdministration | undefined;
  backups: Backups;
};

/** Mounts what an owner can do in the pages as the operator can on the command line. */
export function mountOwnerPages(routes: Routes, { limiters, ...deps }: AdministrationDeps): void {
  const changeBy =
    (by: StaffMember): RecordedChange =>
    (change) =>
      changeAsStaff(deps, by, change);
  mountPaymentAdministration(routes, { ...deps, changeBy });
  mountAdministration(routes, {
    ...{ ...deps, changeBy, now: databaseClock(deps.db) },
    countBackup: createRequestLimit(limiters('backups', MAX_BACKUPS)),
    countVerification: createRequestLimit(limiters('log-verifications', MAX_LOG_VERIFICATIONS)),
  });
}
