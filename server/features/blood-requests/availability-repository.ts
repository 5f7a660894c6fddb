import type { Day } from '#contract/days.ts';
import { type DonorAvailabilityRow, donorAvailabilityColumns } from '#server/db/request-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';

export const findAvailability = (db: Db, { userId }: Owner): Promise<DonorAvailabilityRow | undefined> =>
  db
    .selectFrom('donor_availability')
    .select(donorAvailabilityColumns)
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Stores what a donor has entered. When the donor was last asked does not change. */
export const storeAvailability = (trx: Trx, row: Omit<DonorAvailabilityRow, 'asked_at'>) =>
  trx
    .insertInto('donor_availability')
    .values({ ...row, asked_at: 0 })
    .onConflict((c) => c.column('user_id').doUpdateSet(row))
    .execute();

/** Pauses the questions to a donor until a day. */
export const pauseDonor = (db: Db, { userId }: Owner, until: Day) =>
  db.updateTable('donor_availability').set({ paused_until: until }).where('user_id', '=', userId).execute();
