import { MESSAGES_PAGE_SIZE } from '#contract/staff-messages.ts';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import type { PlatformTables, RejectedMessageRow } from '#platform/database/schema/tables.ts';
import { withTables } from '#platform/database/with-tables.ts';
import { countRejected, dropRejected, listRejected, resendRejected } from '#platform/jobs/outbox-rejected.ts';
import type { Email, TextMessage } from '#platform/messages.ts';
import type { Trx } from '#server/db/tables.ts';
import type { RecordedChange } from '#server/http/recorded-change.ts';
import { listAccountIds } from './roles-repository.ts';

export type MessageDeps = { change: RecordedChange; now: DatabaseClock };

/** Returns recipient and subject, never the content: links and codes in it may still work. */
export function describeMessage({ payload }: RejectedMessageRow): { recipient?: string; subject?: string } {
  const { to, subject, phoneNumber } = JSON.parse(payload) as Partial<Email & TextMessage>;
  const recipient = to ?? phoneNumber;
  return { ...(recipient !== undefined && { recipient }), ...(subject !== undefined && { subject }) };
}

/** Returns the oldest rejected messages and the number of all, which is an access to their recipients' data. */
export const viewRejectedMessages = ({ change }: Pick<MessageDeps, 'change'>) =>
  change(async (trx, record) => {
    const db = withTables<PlatformTables>(trx);
    const rows = await listRejected(db, MESSAGES_PAGE_SIZE);
    if (rows.length > 0)
      await record({ action: 'view rejected messages', people: await recipientsOf(trx, rows) });
    return { count: await countRejected(db), rows };
  });

/** Queues rejected messages again. Returns the number of those that were still there. */
export const resendMessages = ({ change, now }: MessageDeps, ids: readonly string[] | 'all') =>
  change(async (trx, record) => {
    const rows = await resendRejected(withTables<PlatformTables>(trx), now, ids);
    if (rows.length > 0) await record({ action: 'resend messages', people: await recipientsOf(trx, rows) });
    return rows.length;
  });

/** Deletes rejected messages. Returns the number of those that were still there. */
export const dropMessages = ({ change }: Pick<MessageDeps, 'change'>, ids: readonly string[] | 'all') =>
  change(async (trx, record) => {
    const rows = await dropRejected(withTables<PlatformTables>(trx), ids);
    if (rows.length > 0) await record({ action: 'delete messages', people: await recipientsOf(trx, rows) });
    return rows.length;
  });

const recipientsOf = (trx: Trx, rows: readonly RejectedMessageRow[]): Promise<string[]> =>
  listAccountIds(trx, [...new Set(rows.flatMap((row) => describeMessage(row).recipient ?? []))]);
