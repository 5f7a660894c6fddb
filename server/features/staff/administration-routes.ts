import * as accountContract from '#contract/staff-accounts.ts';
import * as backupContract from '#contract/staff-backups.ts';
import * as logContract from '#contract/staff-log.ts';
import * as messageContract from '#contract/staff-messages.ts';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import type { RejectedMessageRow } from '#platform/database/schema/tables.ts';
import { AppError } from '#platform/errors.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Clock } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/http/recorded-change.ts';
import type { Routes } from '#server/http/route.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import type { AccountAdministration } from '#server/integrations/account-administration.ts';
import type { Backups } from '#server/integrations/backups.ts';
import { changeAccount, viewAccount } from './accounts.ts';
import { startBackup } from './backups.ts';
import { findHeads, formatHead } from './log-chain.ts';
import { pruneLog } from './log-retention.ts';
import { BrokenLogError, verifyLog } from './log-verification.ts';
import { describeMessage, dropMessages, resendMessages, viewRejectedMessages } from './messages.ts';

/** Verification reads the whole log. */
export const MAX_LOG_VERIFICATIONS: RateLimit = { points: 30, seconds: 3600 };

/** A backup may fill the disk. */
export const MAX_BACKUPS: RateLimit = { points: 10, seconds: 3600 };

type Deps = {
  db: Db;
  clock: Clock;
  /** The database's clock, for messages that are sent again. */
  now: DatabaseClock;
  logKey: Uint8Array;
  changeBy: (by: StaffMember) => RecordedChange;
  accounts: AccountAdministration | undefined;
  outbox: Outbox;
  publicUrl: string;
  /** @throws AppError too-many-requests (429) */
  countVerification: (userId: string) => Promise<void>;
  backups: Backups;
  /** @throws AppError too-many-requests (429) */
  countBackup: (userId: string) => Promise<void>;
};

/** What an owner does with accounts, rejected messages and the log, as the operator on the command line. */
export function mountAdministration({ staffEndpoint }: Routes, { changeBy, ...deps }: Deps): void {
  const depsOf = (viewer: StaffMember) => ({ ...deps, change: changeBy(viewer) });

  staffEndpoint(accountContract.searchAccount, async ({ viewer, body }) =>
    toAccount(await viewAccount(depsOf(viewer), body.account)),
  );

  staffEndpoint(accountContract.changeAccount, async ({ viewer, id, body }) => {
    // An address does not belong into a URL.
    if (id.includes('@')) throw new AppError('not-found');
    await changeAccount({ ...depsOf(viewer), protectsOwners: true }, id, body.change);
    return undefined;
  });

  staffEndpoint(backupContract.listBackups, async () => {
    const failure = deps.backups.failure();
    return {
      ...{ state: deps.backups.state, isRunning: deps.backups.isRunning() },
      ...(failure !== undefined && { failure }),
      backups: (await deps.backups.list()).map(({ name, madeAt }) => ({ _id: name, madeAt: toIso(madeAt) })),
    };
  });

  staffEndpoint(backupContract.startBackup, async ({ viewer }) => {
    await startBackup(depsOf(viewer), () => deps.countBackup(viewer.userId));
    return { acknowledged: true };
  });

  staffEndpoint(messageContract.listMessages, async ({ viewer }) => {
    const { count, rows } = await viewRejectedMessages(depsOf(viewer));
    return { total: count, messages: rows.map(toMessage) };
  });

  staffEndpoint(messageContract.resendMessages, async ({ viewer, body }) => ({
    count: await resendMessages(depsOf(viewer), body.ids),
  }));

  staffEndpoint(messageContract.deleteMessages, async ({ viewer, body }) => ({
    count: await dropMessages(depsOf(viewer), body.ids),
  }));

  staffEndpoint(logContract.verifyLog, async ({ viewer, body }) => {
    await deps.countVerification(viewer.userId);
    const heads = findHeads(body.heads ?? '');
    const result = { count: 0, lost: 0, restores: [], heads: new Set(heads.map(formatHead)).size };
    try {
      const { count, lost, restores } = await verifyLog(deps.db, { logKey: deps.logKey, heads });
      return {
        ...{ ...result, count, lost },
        restores: restores.map(({ at, reason }) => ({ at: toIso(at), reason })),
      };
    } catch (error) {
      if (!(error instanceof BrokenLogError)) throw error;
      const { seq, reason } = error.row;
      return { ...result, broken: { _id: String(seq), reason } };
    }
  });

  staffEndpoint(logContract.pruneLog, async ({ viewer }) => {
    await deps.countVerification(viewer.userId);
    try {
      return { count: await pruneLog(depsOf(viewer)) };
    } catch (error) {
      if (error instanceof BrokenLogError) throw new AppError('log-broken', { cause: error });
      throw error;
    }
  });
}

const toIso = (instant: number): string => new Date(instant).toISOString();

function toAccount({
  id,
  email,
  createdAt,
  lastSignInAt,
  roles,
  ...account
}: Awaited<ReturnType<typeof viewAccount>>): accountContract.Account {
  const { emailVerified, isDisabled, verificationMethods } = account;
  return {
    ...{ _id: id, emailVerified, isDisabled, verificationMethods },
    ...(email && { email }),
    createdAt: toIso(createdAt),
    ...(lastSignInAt > 0 && { lastSignInAt: toIso(lastSignInAt) }),
    roles: [...new Set(roles.map(({ role }) => role))],
  };
}

const messageKinds = new Map<string, messageContract.RejectedMessage['kind']>([
  ['mail', 'email'],
  ['mail-if-confirmed', 'email'],
  ['text-message', 'text-message'],
]);

function toMessage(row: RejectedMessageRow): messageContract.RejectedMessage {
  return {
    _id: row.id,
    kind: messageKinds.get(row.kind) ?? 'other',
    ...describeMessage(row),
    reason: row.reason,
    rejectedAt: toIso(row.rejected_at),
    expiresAt: toIso(row.expires_at),
  };
}
