import { columnsOf } from '#platform/database/columns.ts';
import { keptQuery } from '#platform/database/kept-query.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Db, IdempotencyTable } from '#server/schema/tables.ts';

export async function findRequest(db: Db, viewer: Viewer, key: string) {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'made_id'])
    .where('user_id', '=', viewer.userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

const idempotencyColumns = columnsOf<IdempotencyTable>({
  user_id: true,
  key: true,
  request_hash: true,
  made_id: true,
  created_at: true,
});

/** Gives no row when the key stands for something already. */
export const rememberingRequest = keptQuery(idempotencyColumns, (db: Db, request: IdempotencyTable) =>
  db
    .insertInto('idempotency_keys')
    .values(request)
    .onConflict((c) => c.columns(['user_id', 'key']).doNothing())
    .returning('key'),
);

export async function forgetRequests(db: Db, madeBefore: number): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', madeBefore).execute();
}
