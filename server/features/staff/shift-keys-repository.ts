import { deleteBefore } from '#platform/database/in-batches.ts';
import type { ShiftKeyRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

export const findKey = async (db: Db, shiftId: string): Promise<string | undefined> =>
  (await db.selectFrom('shift_keys').select('key').where('shift_id', '=', shiftId).executeTakeFirst())?.key;

export const addKey = (trx: Trx, row: ShiftKeyRow) => trx.insertInto('shift_keys').values(row).execute();

/** Deletes the keys of all shifts of a person, or of the shift `id`. */
export const removeShiftKeys = (trx: Trx, { id, userId }: Owner & { id?: string }) =>
  trx
    .deleteFrom('shift_keys')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (q) => q.where('shift_id', '=', id ?? ''))
    .execute();

/** Deletes the keys of shifts that are over. */
export const removeOldShiftKeys = (db: Db, now: number): Promise<void> =>
  deleteBefore(db, 'shift_keys', { key: 'shift_id', column: 'ends_at', before: now });
