import { days, hours } from '#platform/time.ts';
import { type BloodRequestRow, bloodRequestColumns } from '#server/db/request-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { ASK_INTERVAL_MS } from './candidates-repository.ts';

/** How many donors are asked for each bag until the site knows how many agree. */
const FIRST_PER_BAG = 10;
const MOST_PER_BAG = 30;
/** The share of donors who agree is measured among so many answers of the last days. */
const MEASURED = { least: 100, forMs: days(90), answeredAfterMs: hours(24) };

/** Lists requests for which donors are to be asked now. */
export const listDue = (db: Db, now: number, limit: number): Promise<BloodRequestRow[]> =>
  db
    .selectFrom('blood_requests')
    .select(bloodRequestColumns)
    .where('next_wave_at', '<=', now)
    .where('needed_by', '>', now)
    .orderBy('next_wave_at')
    .limit(limit)
    .execute();

/**
 * Claims the next wave of a request. Returns undefined if it is no longer due, because another server has sent
 * it or enough donors have agreed.
 */
export function claimWave(
  trx: Trx,
  request: BloodRequestRow,
  nextAt: number,
): Promise<BloodRequestRow | undefined> {
  return trx
    .updateTable('blood_requests')
    .set({
      next_wave_at: nextAt < request.needed_by ? nextAt : null,
      waves: request.waves + 1,
    })
    .where('id', '=', request.id)
    .where('state', '=', 'open')
    .where('next_wave_at', '=', request.next_wave_at)
    .returning(bloodRequestColumns)
    .executeTakeFirst();
}

/** Marks donors as asked, unless they were asked in the last seven days. */
export async function claimDonors(trx: Trx, userIds: readonly string[], now: number) {
  if (userIds.length === 0) return [];
  return trx
    .updateTable('donor_availability')
    .set({ asked_at: now })
    .where('user_id', 'in', userIds)
    .where('asked_at', '<=', now - ASK_INTERVAL_MS)
    .returning(['user_id', 'by_email', 'by_text'])
    .execute();
}

/** Returns how many donors to ask for each missing bag. */
export async function readDonorsPerBag(db: Db, now: number): Promise<number> {
  const rows = await db
    .selectFrom('request_donors')
    .select(['state', (e) => e.fn.countAll<number>().as('count')])
    .where('asked_at', '>', now - MEASURED.forMs)
    .where('asked_at', '<', now - MEASURED.answeredAfterMs)
    .groupBy('state')
    .execute();
  const count = (...states: string[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + Number(row.count), 0);
  const asked = rows.reduce((sum, row) => sum + Number(row.count), 0);
  if (asked < MEASURED.least) return FIRST_PER_BAG;
  const came = count('agreed', 'arrived', 'given', 'reserve', 'not-needed');
  return Math.min(MOST_PER_BAG, Math.max(2, Math.ceil(asked / Math.max(1, came))));
}
