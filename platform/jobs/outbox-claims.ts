import type { Kysely } from 'kysely';
import type { DatabaseClock } from '../database/database-clock.ts';
import type { OutboxRow, PlatformTables } from '../database/schema/tables.ts';
import { newId } from '../ids.ts';
import { getContext } from '../observability/request-context.ts';
import { hashKey } from '../security/rate-limits.ts';
import { minutes } from '../time.ts';

/** A claim expires after this time unless it is renewed. Another server may then take the message. */
const LEASE_MS = minutes(1);
export const MAX_BACK_OFF_MS = minutes(16);
const MAX_DUE_AHEAD_MS = MAX_BACK_OFF_MS + LEASE_MS;
const BATCH = 20;
const OLDEST_IN_BATCH = 5;

type Db = Kysely<PlatformTables>;
/** A message that this server is delivering, with the fencing token of its claim. */
export type ClaimedMessage = Pick<OutboxRow, 'id' | 'kind' | 'payload' | 'attempts' | 'request_id'> & {
  claim: string;
};
type Due = Pick<OutboxRow, 'id' | 'due_at'>;
type Claim = Pick<ClaimedMessage, 'id' | 'claim'>;

/**
 * Queues a message after the waiting messages of the same requester. The requester is the network address of
 * the current request, or the message kind if there is no request.
 */
export async function enqueueMessage(
  db: Db,
  now: DatabaseClock,
  message: Pick<OutboxRow, 'id' | 'kind' | 'payload' | 'request_id'>,
): Promise<void> {
  const address = getContext()?.sender?.();
  const requester = address === undefined ? message.kind : hashKey(address);
  await db
    .insertInto('platform_outbox')
    .values((e) => ({
      ...message,
      due_at: now(),
      attempts: 0,
      last_error: null,
      claim: null,
      requester,
      turn: e.fn.coalesce(
        e
          .selectFrom('platform_outbox as waiting')
          .select(({ fn, eb }) => eb(fn.max('waiting.turn'), '+', 1).as('turn'))
          .where('waiting.requester', '=', requester),
        e.lit(0),
      ),
    }))
    .execute();
}

/**
 * Claims due messages. Each update compares the due time that was read, so two servers never claim the same
 * message.
 */
export async function claimDue(db: Db, now: DatabaseClock, kind?: string): Promise<ClaimedMessage[]> {
  const due = await findDue(db, now, kind);
  const claimed = await Promise.all(
    due.map(async ({ id, due_at }) => {
      const claim = newId();
      const row = await db
        .updateTable('platform_outbox')
        .set((e) => ({ claim, due_at: e(now(), '+', LEASE_MS) }))
        .where('id', '=', id)
        .where('due_at', '=', due_at)
        .returning(['id', 'kind', 'payload', 'attempts', 'request_id'])
        .executeTakeFirst();
      return row && { ...row, claim };
    }),
  );
  return claimed.filter((message) => message !== undefined);
}

/**
 * Finds a batch of due messages by turn. Reserves a part of a full batch for the oldest messages, so that no
 * message waits forever.
 */
async function findDue(db: Db, now: DatabaseClock, kind?: string): Promise<Due[]> {
  const query = db
    .selectFrom('platform_outbox')
    .select(['id', 'due_at'])
    // Include messages due too far ahead, because a server with a wrong clock wrote that time.
    .where((e) => e.or([e('due_at', '<=', now()), e('due_at', '>', e(now(), '+', MAX_DUE_AHEAD_MS))]))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? ''));
  const byTurn = await query.orderBy('turn').orderBy('due_at').orderBy('id').limit(BATCH).execute();
  if (byTurn.length < BATCH) return byTurn;
  const oldest = await query.orderBy('due_at').orderBy('id').limit(OLDEST_IN_BATCH).execute();
  const rest = byTurn.filter(({ id }) => oldest.every((other) => other.id !== id));
  return [...oldest, ...rest].slice(0, BATCH);
}

const updateClaimed = (db: Db, { id, claim }: Claim) =>
  db.updateTable('platform_outbox').where('id', '=', id).where('claim', '=', claim);

/** Renews the lease. Returns false when another server has taken the message. */
export async function renewClaim(db: Db, now: DatabaseClock, message: Claim): Promise<boolean> {
  const renewal = updateClaimed(db, message).set((e) => ({ due_at: e(now(), '+', LEASE_MS) }));
  return (await renewal.returning('id').executeTakeFirst()) !== undefined;
}

/** Deletes a claimed message. Returns false when another server has taken it. */
export async function removeClaimed(db: Db, { id, claim }: Claim): Promise<boolean> {
  const message = db.deleteFrom('platform_outbox').where('id', '=', id).where('claim', '=', claim);
  return (await message.returning('id').executeTakeFirst()) !== undefined;
}

/**
 * Releases the claim, and makes the message due again in `waitMs`. Changes nothing when another server has
 * taken the message.
 */
export async function retryLater(
  db: Db,
  now: DatabaseClock,
  message: Pick<ClaimedMessage, 'id' | 'claim' | 'attempts'>,
  { waitMs, error }: { waitMs: number; error: string },
): Promise<void> {
  const attempts = message.attempts + 1;
  await updateClaimed(db, message)
    .set((e) => ({ claim: null, due_at: e(now(), '+', waitMs), attempts, last_error: error }))
    .execute();
}

/** Makes every message due now, including those that a crashed process had claimed. */
export async function releaseAll(db: Db, now: DatabaseClock): Promise<void> {
  await db
    .updateTable('platform_outbox')
    .set({ due_at: now(), claim: null })
    .where('due_at', '>', now())
    .execute();
}

/** Makes due the messages of a kind whose last delivery failed. Call it after removing the cause. */
export async function releaseFailed(db: Db, now: DatabaseClock, kind: string): Promise<void> {
  await db
    .updateTable('platform_outbox')
    .set({ due_at: now() })
    .where('kind', '=', kind)
    .where('attempts', '>', 0)
    .where('claim', 'is', null)
    .where('due_at', '>', now())
    .execute();
}
