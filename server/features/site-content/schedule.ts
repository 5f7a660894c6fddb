import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import { publishRow } from './edit-content.ts';
import { type ContentKey, listDue, lockRow, unschedule } from './repository.ts';

type ScheduleCore = Pick<Core, 'db' | 'clock' | 'logKey' | 'publicUrl' | 'log'>;

/**
 * Publishes the drafts whose time has come. Every server may run it, because a row is locked and checked
 * again.
 */
export async function publishDueContent(core: ScheduleCore): Promise<void> {
  for (const key of await listDue(core.db, core.clock())) await publishIfDue(core, key);
}

async function publishIfDue(core: ScheduleCore, key: ContentKey): Promise<void> {
  try {
    await withOperatorLog(core, async (trx, log) => {
      const row = await lockRow(trx, key);
      if (row?.publish_at && row.publish_at <= core.clock()) await publishRow(core, trx, log, row);
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'invalid-fields')) throw error;
    // A newer version of this software may have stricter limits. It stays a draft.
    core.log.warn({ ...key, fields: error.fields }, 'a scheduled draft cannot be published');
    await unschedule(core.db, key, core.clock());
  }
}
