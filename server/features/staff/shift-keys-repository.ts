import { deleteBefore } from '#platform/database/in-batches.ts';
import { newSecret } from '#platform/ids.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner, StaffMember } from '#server/http/viewer.ts';

/** Returns the server's half of the key of a shift, the same on all servers. Adds it on first use. */
export async function findShiftKey(
  db: Db,
  { userId, shift }: Pick<StaffMember, 'userId' | 'shift'>,
): Promise<string> {
  const find = () => db.selectFrom('shift_keys').select('key').where('shift_id', '=', shift.id);
  const known = await find().executeTakeFirst();
  if (known) return known.key;
  await db
    .insertInto('shift_keys')
    .values({ shift_id: shift.id, user_id: userId, key: newSecret(), ends_at: shift.endsAt })
    .onConflict((c) => c.column('shift_id').doNothing())
    .execute();
  return (await find().executeTakeFirstOrThrow()).key;
}

/** Deletes the keys of a person's shifts, or of one of them. */
export const removeShiftKeys = (trx: Trx, { id, userId }: Owner & { id?: string }) =>
  trx
    .deleteFrom('shift_keys')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (q) => q.where('shift_id', '=', id ?? ''))
    .execute();

/** Deletes the keys of shifts that are over. */
export const removeOldShiftKeys = (db: Db, now: number): Promise<void> =>
  deleteBefore(db, 'shift_keys', { key: 'shift_id', column: 'ends_at', before: now });
