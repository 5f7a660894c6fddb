import type { BloodNeedRow } from '#server/db/request-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

const columns = ['blood_group', 'district', 'level', 'updated_at'] as const;

export const listNeeds = (db: Db): Promise<BloodNeedRow[]> =>
  db.selectFrom('blood_needs').select(columns).orderBy('district').orderBy('blood_group').execute();

export const storeNeed = (trx: Trx, row: BloodNeedRow) =>
  trx
    .insertInto('blood_needs')
    .values(row)
    .onConflict((c) =>
      c.columns(['blood_group', 'district']).doUpdateSet({ level: row.level, updated_at: row.updated_at }),
    )
    .execute();
