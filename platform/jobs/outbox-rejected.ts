import type { Kysely } from 'kysely';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { Database } from '../database/open.ts';
import type { PlatformTables, RejectedMessageRow } from '../database/schema/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Clock, days, hours } from '../time.ts';
import type { Job } from './jobs.ts';
import { type ClaimedMessage, enqueueMessage, removeClaimed } from './outbox-claims.ts';

/** Rejected messages contain personal data and are deleted after this time. */
const RETENTION_MS = days(30);

type Db = Kysely<PlatformTables>;

/** Thrown by a handler when the recipient's service permanently rejects the message. `message` contains no personal data. */
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

/** Returns `goodUntil` of emails and text messages (messages.ts). */
function expiryOf(payload: string): number | undefined {
  const { goodUntil } = JSON.parse(payload) as { goodUntil?: unknown };
  return typeof goodUntil === 'number' ? goodUntil : undefined;
}

/** Returns rejected messages, oldest first. */
export function listRejected(db: Db, limit: number): Promise<RejectedMessageRow[]> {
  return db
    .selectFrom('platform_outbox_rejected')
    .selectAll()
    .orderBy('rejected_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Queues one rejected message, or all, again with the same ids. Returns the number of messages. */
export function resendRejected(db: Db, now: DatabaseClock, id?: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    const rows = await trx
      .deleteFrom('platform_outbox_rejected')
      .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
      .returning(['id', 'kind', 'payload', 'request_id'])
      .execute();
    for (const row of rows) await enqueueMessage(trx, now, row);
    return rows.length;
  });
}

/** Deletes one rejected message, or all. Returns the number of messages. */
export async function dropRejected(db: Db, id?: string): Promise<number> {
  const rows = await db
    .deleteFrom('platform_outbox_rejected')
    .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
    .returning('id')
    .execute();
  return rows.length;
}

export function removeExpiredRejected(database: Database, clock: Clock): Job {
  const db = database.withTables<PlatformTables>();
  return {
    name: 'remove expired rejected messages',
    singleton: true,
    everyMs: hours(1),
    run: () => db.deleteFrom('platform_outbox_rejected').where('expires_at', '<=', clock()).execute(),
  };
}
