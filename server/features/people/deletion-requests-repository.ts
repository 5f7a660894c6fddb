import { columnsOf } from '#platform/database/rows.ts';
import type { DeletionRequestRow, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

const columns = columnsOf<DeletionRequestRow>({ user_id: true, requested_by: true, requested_at: true });

/** Returns the request to delete a person's account. */
export const findDeletionRequest = (trx: Trx, { userId }: Owner): Promise<DeletionRequestRow | undefined> =>
  trx.selectFrom('deletion_requests').select(columns).where('user_id', '=', userId).executeTakeFirst();

/** Adds a request. Keeps an earlier one for the same account, and then returns false. */
export async function addDeletionRequest(trx: Trx, request: DeletionRequestRow): Promise<boolean> {
  const insert = trx.insertInto('deletion_requests').values(request);
  const added = await insert
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .execute();
  return added.length > 0;
}

/** Removes the request. Returns whether there was one. */
export async function removeDeletionRequest(trx: Trx, { userId }: Owner): Promise<boolean> {
  const removed = await trx
    .deleteFrom('deletion_requests')
    .where('user_id', '=', userId)
    .returning('user_id')
    .execute();
  return removed.length > 0;
}
