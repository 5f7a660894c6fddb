import { HOLD_TTL_MS } from '#contract/staff-moderation.ts';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import type { Db } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { ItemKey } from '#server/moderated-kind.ts';

export type Holder = ItemKey & Owner;

/**
 * Reserves an item, or renews the reservation. One conditional write on the database's clock, so that two moderators on
 * different servers never both succeed.
 * @returns when it expires, or undefined while somebody else has it
 */
export async function holdItem(
  db: Db,
  now: DatabaseClock,
  { kind, id, userId, ttlMs = HOLD_TTL_MS }: Holder & { ttlMs?: number },
): Promise<number | undefined> {
  const held = await db
    .insertInto('moderation_holds')
    .values((e) => ({ kind, item_id: id, user_id: userId, expires_at: e(now(), '+', ttlMs) }))
    .onConflict((c) =>
      c
        .columns(['kind', 'item_id'])
        .doUpdateSet((e) => ({ user_id: userId, expires_at: e(now(), '+', ttlMs) }))
        .where((e) =>
          e.or([e('moderation_holds.user_id', '=', userId), e('moderation_holds.expires_at', '<=', now())]),
        ),
    )
    .returning('expires_at')
    .executeTakeFirst();
  return held && Number(held.expires_at);
}

export const releaseItem = (db: Db, { kind, id, userId }: Holder) =>
  db
    .deleteFrom('moderation_holds')
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('user_id', '=', userId)
    .execute();

/** Returns the items that somebody else has open. */
export const listHeldByOthers = (db: Db, now: DatabaseClock, { userId }: Owner) =>
  db
    .selectFrom('moderation_holds')
    .select(['kind', 'item_id as id'])
    .where('user_id', '<>', userId)
    .where('expires_at', '>', now())
    .execute();

export const removeExpiredHolds = (db: Db, now: DatabaseClock) =>
  db.deleteFrom('moderation_holds').where('expires_at', '<=', now()).execute();

export const removeHoldsOf = (db: Db, { userId }: Owner) =>
  db.deleteFrom('moderation_holds').where('user_id', '=', userId).execute();
