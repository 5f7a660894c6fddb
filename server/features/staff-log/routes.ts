import * as contract from '#contract/staff.ts';
import * as logContract from '#contract/staff-log.ts';
import { AppError } from '#platform/errors.ts';
import { createRequestLimit } from '#platform/http/limits.ts';
import type { RateLimit } from '#platform/security/rate-limits.ts';
import type { Core } from '#server/core.ts';
import type { Routes } from '#server/http/route.ts';
import { toAccessLogEntry } from './access-log.ts';
import { findHeads, formatHead } from './log-chain.ts';
import { listEntries, listEntriesAbout } from './log-repository.ts';
import { pruneLog } from './log-retention.ts';
import { BrokenLogError, verifyLog } from './log-verification.ts';
import { bindStaffLog } from './staff-log.ts';

/** Limit of verifications, because each reads the whole log. */
const MAX_LOG_VERIFICATIONS: RateLimit = { points: 30, seconds: 3600 };

const MAX_LISTED = 1000;

export function mountStaffLog({ memberEndpoint, staffEndpoint }: Routes, core: Core): void {
  const countVerification = createRequestLimit(core.limiters('log-verifications', MAX_LOG_VERIFICATIONS));

  staffEndpoint(contract.listLog, async ({ query }) => {
    return (
      await listEntries(core, {
        before: query.before === undefined ? undefined : contract.parseLogCursor(query.before),
      })
    ).map(({ id, at, actor, ...entry }) => ({
      _id: id,
      at: toIso(at),
      ...(actor && { actor }),
      ...entry,
    }));
  });

  memberEndpoint(contract.listAccessLog, async ({ viewer }) =>
    (await listEntriesAbout(core.db, viewer, MAX_LISTED)).map(toAccessLogEntry),
  );

  staffEndpoint(logContract.verifyLog, async ({ viewer, body }) => {
    await countVerification(viewer.userId);
    const heads = findHeads(body.heads ?? '');
    const result = { count: 0, lost: 0, restores: [], heads: new Set(heads.map(formatHead)).size };
    try {
      const { count, lost, restores } = await verifyLog(core.db, { logKey: core.logKey, heads });
      return {
        ...result,
        count,
        lost,
        restores: restores.map(({ at, reason }) => ({ at: toIso(at), reason })),
      };
    } catch (error) {
      if (!(error instanceof BrokenLogError)) throw error;
      const { seq, reason } = error.row;
      return { ...result, broken: { _id: String(seq), reason } };
    }
  });

  staffEndpoint(logContract.pruneLog, async ({ viewer }) => {
    await countVerification(viewer.userId);
    try {
      return { count: await pruneLog(core, bindStaffLog(core, viewer)) };
    } catch (error) {
      if (error instanceof BrokenLogError) throw new AppError('log-broken', { cause: error });
      throw error;
    }
  });
}

const toIso = (instant: number): string => new Date(instant).toISOString();
