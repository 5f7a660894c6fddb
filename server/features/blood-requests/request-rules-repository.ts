import type { RequestRules } from '#contract/staff-blood-requests.ts';
import type { Db, Trx } from '#server/db/tables.ts';

const NAME = 'request-rules';
const defaultRules: RequestRules = { withoutApproval: [], waveMinutes: 20 };

export async function readRequestRules(db: Db): Promise<RequestRules> {
  const row = await db
    .selectFrom('site_settings')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row ? JSON.parse(row.value) : defaultRules;
}

export const storeRequestRules = (trx: Trx, rules: RequestRules) =>
  trx
    .insertInto('site_settings')
    .values({ name: NAME, value: JSON.stringify(rules) })
    .onConflict((c) => c.column('name').doUpdateSet({ value: JSON.stringify(rules) }))
    .execute();
