import { forEachBatch } from '#platform/database/in-batches.ts';
import { newSecret } from '#platform/ids.ts';
import type { Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import { macOfPerson } from './log-chain.ts';

/**
 * Returns a pseudonym of each account, and creates the missing ones. Waits for a concurrent deletion of an
 * account.
 */
export async function findPseudonyms(
  trx: Trx,
  key: Uint8Array,
  userIds: readonly string[],
): Promise<Map<string | null, string>> {
  const found = new Map<string | null, string>();
  await forEachBatch(userIds, async (batch) => {
    const query = trx
      .selectFrom('person_keys')
      .select(['user_id', 'pseudonym'])
      .where('user_id', 'in', batch);
    for (const { user_id, pseudonym } of await query.forShare().execute()) found.set(user_id, pseudonym);
  });
  const missing = [...new Set(userIds)].filter((id) => !found.has(id));
  await forEachBatch(missing, async (batch) => {
    const rows = batch.map((user_id) => {
      const pseudonym = newSecret();
      return { pseudonym, user_id, mac: macOfPerson(key, pseudonym, user_id) };
    });
    await trx.insertInto('person_keys').values(rows).execute();
    for (const { user_id, pseudonym } of rows) found.set(user_id, pseudonym);
  });
  return found;
}

/**
 * Transfers all entries about one person to another, for example from a walk-in to the account that claims
 * it.
 */
export const transferEntries = (trx: Trx, key: Uint8Array, from: string, to: string): Promise<void> =>
  assignPseudonyms(trx, key, from, to);

/** Disconnects the log from this person. The rows stay, so that the chain remains valid. */
export const erasePerson = (trx: Trx, key: Uint8Array, { userId }: Owner): Promise<void> =>
  assignPseudonyms(trx, key, userId, null);

async function assignPseudonyms(trx: Trx, key: Uint8Array, from: string, to: string | null): Promise<void> {
  const query = trx.selectFrom('person_keys').select('pseudonym').where('user_id', '=', from);
  for (const { pseudonym } of await query.forUpdate().execute())
    await trx
      .updateTable('person_keys')
      .set({ user_id: to, mac: macOfPerson(key, pseudonym, to) })
      .where('pseudonym', '=', pseudonym)
      .execute();
}
