import { MESSAGES_PAGE_SIZE } from '#contract/staff-messages.ts';
import { databaseClock } from '#platform/database/database-clock.ts';
import type { PlatformTables, RejectedMessageRow } from '#platform/database/schema/tables.ts';
import { withTables } from '#platform/database/with-tables.ts';
import { countRejected, dropRejected, listRejected, resendRejected } from '#platform/jobs/outbox-rejected.ts';
import type { Email, TextMessage } from '#platform/messages.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import { type AddressDeps, listAddresses, listIdsByEmail } from '#server/features/users/rules.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';

type MessageCore = { accounts: AddressDeps['accounts'] };

/** Returns recipient and subject, never the content, because links and codes in it may still work. */
export function describeMessage({ payload }: RejectedMessageRow): { recipient?: string; subject?: string } {
  const { to, subject, phoneNumber } = JSON.parse(payload) as Partial<Email & TextMessage>;
  const recipient = to ?? phoneNumber;
  return { ...(recipient !== undefined && { recipient }), ...(subject !== undefined && { subject }) };
}

/**
 * Returns the oldest rejected messages and the total number, and logs the access to their recipients' data.
 */
export const viewRejectedMessages = ({ accounts }: MessageCore, withStaffLog: WithStaffLog) =>
  withStaffLog(async (trx, log) => {
    const db = withTables<PlatformTables>(trx);
    const rows = await listRejected(db, MESSAGES_PAGE_SIZE);
    if (rows.length > 0)
      await log({ action: 'view rejected messages', people: await recipientsOf(trx, accounts, rows) });
    return { count: await countRejected(db), rows };
  });

/**
 * Queues rejected messages again. Returns the number of queued messages, without those that no longer
 * existed.
 */
export const resendMessages = (
  { db, accounts }: MessageCore & Pick<Core, 'db'>,
  withStaffLog: WithStaffLog,
  ids: readonly string[] | 'all',
) =>
  withStaffLog(async (trx, log) => {
    const rows = await resendRejected(withTables<PlatformTables>(trx), databaseClock(db), ids);
    if (rows.length > 0)
      await log({ action: 'resend messages', people: await recipientsOf(trx, accounts, rows) });
    return rows.length;
  });

/**
 * Deletes rejected messages. Returns the number of deleted messages, without those that no longer existed.
 */
export const dropMessages = (
  { accounts }: MessageCore,
  withStaffLog: WithStaffLog,
  ids: readonly string[] | 'all',
) =>
  withStaffLog(async (trx, log) => {
    const rows = await dropRejected(withTables<PlatformTables>(trx), ids);
    if (rows.length > 0)
      await log({ action: 'delete messages', people: await recipientsOf(trx, accounts, rows) });
    return rows.length;
  });

/** Returns the ids of the members that these messages name by id or address. */
async function recipientsOf(
  trx: Trx,
  accounts: AddressDeps['accounts'],
  rows: readonly RejectedMessageRow[],
): Promise<string[]> {
  const payloads = rows.map(({ payload }) => JSON.parse(payload) as { userId?: string; to?: string });
  const named = new Set(payloads.flatMap(({ userId }) => userId ?? []));
  const emails = new Set(payloads.flatMap(({ userId, to = '' }) => (userId ? [] : to.toLowerCase())));
  const ids = [...named, ...(await listIdsByEmail(trx, [...emails]))];
  const addresses = [...(await listAddresses({ db: trx, accounts }, ids))];
  return addresses.flatMap(([id, { email }]) => (named.has(id) || emails.has(email) ? [id] : []));
}
