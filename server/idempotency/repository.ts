import type { Kysely, Transaction } from 'kysely';
import type { Viewer } from '#server/http/viewer.ts';
import type { Tables } from '#server/schema/tables.ts';

export async function findRequest(db: Kysely<Tables>, viewer: Viewer, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made_id'])
    .where('user_id', '=', viewer.userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function rememberRequest(
  trx: Transaction<Tables>,
  request: { viewer: Viewer; key: string; hash: string; madeId: string; now: number },
): Promise<boolean> {
  const added = await trx
    .insertInto('idempotency_keys')
    .values({
      user_id: request.viewer.userId,
      key: request.key,
      request_hash: request.hash,
      made_id: request.madeId,
      created_at: request.now,
    })
    .onConflict((c) => c.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return added !== undefined;
}

export async function forgetRequest(trx: Transaction<Tables>, viewer: Viewer, key: string): Promise<void> {
  await trx
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', viewer.userId)
    .where('key', '=', key)
    .execute();
}

export async function forgetRequests(db: Kysely<Tables>, madeBefore: number): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', madeBefore).execute();
}
