import type { Kysely } from 'kysely';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { Database } from '../database/open.ts';
import { columnsOf, countRows } from '../database/rows.ts';
import type { PlatformTables, RejectedMessageRow } from '../database/schema/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { days } from '../time.ts';
import { type ClaimedMessage, enqueueMessage, removeClaimed } from './outbox-claims.ts';

const rejectedColumns = columnsOf<RejectedMessageRow>({
  id: true,
  kind: true,
  payload: true,
  reason: true,
  rejected_at: true,
  expires_at: true,
  request_id: true,
});

/** Rejected messages contain personal data and are deleted after this time. */
const RETENTION_MS = days(30);

type Db = Kysely<PlatformTables>;

/**
 * Thrown by a handler when the recipient's service permanently rejects the message. `message` contains no
 * personal data.
 */
export class RejectedError extends Error {
  override readonly name = 'RejectedError';
}

/** Thrown by a handler when the message has become useless, such as an expired link. */
export class ExpiredError extends Error {
  override readonly name = 'ExpiredError';
}

/** Moves a message to the rejected ones. Returns false when another server has taken it. */
export async function rejectClaimed(
  db: Db,
  message: ClaimedMessage,
  { reason, now }: { reason: string; now: number },
): Promise<boolean> {
  const { id, kind, payload, request_id } = message;
  const expires_at = Math.min(expiryOf(payload) ?? Number.POSITIVE_INFINITY, now + RETENTION_MS);
  return inTransaction(db, async (trx) => {
    if (!(await removeClaimed(trx, message))) return false;
    const row = { id, kind, payload, reason, rejected_at: now, expires_at, request_id };
    await trx
      .insertInto('platform_outbox_rejected')
      .values(row)
      .onConflict((c) => c.column('id').doUpdateSet(row))
      .execute();
    return true;
  });
}

/** Returns `goodUntil` of emails and text messages (messages.ts), or undefined if the message has none. */
function expiryOf(payload: string): number | undefined {
  const { goodUntil } = JSON.parse(payload) as { goodUntil?: unknown };
  return typeof goodUntil === 'number' ? goodUntil : undefined;
}

/** Returns rejected messages, oldest first. */
export function listRejected(db: Db, limit: number): Promise<RejectedMessageRow[]> {
  return db
    .selectFrom('platform_outbox_rejected')
    .select(rejectedColumns)
    .orderBy('rejected_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export const countRejected = (db: Db): Promise<number> =>
  countRows(db.selectFrom('platform_outbox_rejected'));

/**
 * Queues the rejected messages with these ids, or all, again under the same ids, and returns them. Call it in
 * a transaction.
 */
export async function resendRejected(
  db: Db,
  now: DatabaseClock,
  ids: readonly string[] | 'all',
): Promise<RejectedMessageRow[]> {
  const rows = await dropRejected(db, ids);
  for (const { id, kind, payload, request_id } of rows)
    await enqueueMessage(db, now, { id, kind, payload, request_id });
  return rows;
}

/** Deletes and returns the rejected messages with these ids, or all. */
export const dropRejected = (db: Db, ids: readonly string[] | 'all'): Promise<RejectedMessageRow[]> =>
  db
    .deleteFrom('platform_outbox_rejected')
    .$if(ids !== 'all', (q) => q.where('id', 'in', ids === 'all' ? [] : ids))
    .returning(rejectedColumns)
    .execute();

/** Deletes the rejected messages that have expired. */
export const removeExpiredRejected = (database: Database, now: number) =>
  database
    .withTables<PlatformTables>()
    .deleteFrom('platform_outbox_rejected')
    .where('expires_at', '<=', now)
    .execute();
