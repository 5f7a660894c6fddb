import { CLAIM_TTL_MS } from '#contract/staff-moderation.ts';
import type { DatabaseClock } from '#platform/database/database-clock.ts';
import type { ModerationClaimRow } from '#server/db/moderation-tables.ts';
import type { Db } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

export type Claimant = Pick<ModerationClaimRow, 'kind'> & { id: string } & Owner;

/**
 * Claims an item, or renews the claim, in one conditional write on the database's clock, so that two
 * moderators on different servers never both succeed.
 * @returns when the claim expires, in ms, or undefined while another moderator has the item
 */
export async function claimItem(
  db: Db,
  now: DatabaseClock,
  { kind, id, userId, ttlMs = CLAIM_TTL_MS }: Claimant & { ttlMs?: number },
): Promise<number | undefined> {
  const claimed = await db
    .insertInto('moderation_claims')
    .values((e) => ({ kind, item_id: id, user_id: userId, expires_at: e(now(), '+', ttlMs) }))
    .onConflict((c) =>
      c
        .columns(['kind', 'item_id'])
        .doUpdateSet((e) => ({ user_id: userId, expires_at: e(now(), '+', ttlMs) }))
        .where((e) =>
          e.or([e('moderation_claims.user_id', '=', userId), e('moderation_claims.expires_at', '<=', now())]),
        ),
    )
    .returning('expires_at')
    .executeTakeFirst();
  return claimed && Number(claimed.expires_at);
}

export const releaseClaim = (db: Db, { kind, id, userId }: Claimant) =>
  db
    .deleteFrom('moderation_claims')
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .where('user_id', '=', userId)
    .execute();

/** Returns the items that other moderators have claimed. */
export const listClaimedByOthers = (db: Db, now: DatabaseClock, { userId }: Owner) =>
  db
    .selectFrom('moderation_claims')
    .select(['kind', 'item_id as id'])
    .where('user_id', '<>', userId)
    .where('expires_at', '>', now())
    .execute();

export const removeExpiredClaims = (db: Db, now: DatabaseClock) =>
  db.deleteFrom('moderation_claims').where('expires_at', '<=', now()).execute();

/** Releases all claims of a moderator. */
export const releaseModeratorClaims = (db: Db, { userId }: Owner) =>
  db.deleteFrom('moderation_claims').where('user_id', '=', userId).execute();
