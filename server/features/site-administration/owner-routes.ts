import * as backupContract from '#contract/staff-backups.ts';
import * as messageContract from '#contract/staff-messages.ts';
import type { RejectedMessageRow } from '#platform/database/schema/tables.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Core } from '#server/core.ts';
import { bindStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { Routes } from '#server/http/route.ts';
import type { Backups } from '#server/integrations/backups.ts';
import { startBackup } from './backups.ts';
import { describeMessage, dropMessages, resendMessages, viewRejectedMessages } from './messages.ts';

/** Limit of backups, because each takes disk space. */
const MAX_BACKUPS: RateLimit = { points: 10, seconds: 3600 };

/** Adds the endpoints with which an owner manages backups and rejected messages. */
export function mountOwnerPages({ staffEndpoint }: Routes, core: Core, backups: Backups): void {
  const countBackup = createRequestLimit(core.limiters('backups', MAX_BACKUPS));

  staffEndpoint(backupContract.listBackups, async () => {
    const failure = backups.failure();
    return {
      state: backups.state,
      isRunning: backups.isRunning(),
      ...(failure !== undefined && { failure }),
      backups: (await backups.list()).map(({ name, madeAt }) => ({ _id: name, madeAt: toIso(madeAt) })),
    };
  });

  staffEndpoint(backupContract.startBackup, async ({ viewer }) => {
    await startBackup(backups, bindStaffLog(core, viewer), () => countBackup(viewer.userId));
    return { acknowledged: true };
  });

  staffEndpoint(messageContract.listMessages, async ({ viewer }) => {
    const { count, rows } = await viewRejectedMessages(core, bindStaffLog(core, viewer));
    return { total: count, messages: rows.map(toMessage) };
  });

  staffEndpoint(messageContract.resendMessages, async ({ viewer, body }) => ({
    count: await resendMessages(core, bindStaffLog(core, viewer), body.ids),
  }));

  staffEndpoint(messageContract.deleteMessages, async ({ viewer, body }) => ({
    count: await dropMessages(core, bindStaffLog(core, viewer), body.ids),
  }));
}

const toIso = (instant: number): string => new Date(instant).toISOString();

const messageKinds = new Map<string, messageContract.RejectedMessage['kind']>([
  ['email', 'email'],
  ['email-if-confirmed', 'email'],
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
