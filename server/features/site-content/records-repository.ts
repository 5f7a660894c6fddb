import { sql } from 'kysely';
import type { SiteContent } from '#contract/site-content.ts';
import type { Db } from '#server/db/tables.ts';

type Source = Extract<SiteContent['counters'][number], { source: unknown }>['source'];

/** Numbers of the site's records, by the source of a counter. */
export type RecordCounts = Partial<Record<Source, number>>;

/**
 * Counts the records that the site's counters show: members who have given blood, donations, appointments that
 * were not canceled, and centers.
 */
export async function countRecords(db: Db, counters: SiteContent['counters']): Promise<RecordCounts> {
  const sources = counters.flatMap((counter) => ('source' in counter ? counter.source : []));
  const counts = await Promise.all(sources.map(async (source) => [source, await count(db, source)]));
  return Object.fromEntries(counts);
}

async function count(db: Db, source: Source): Promise<number> {
  const { number } = await queryFor(db, source).executeTakeFirstOrThrow();
  return Number(number);
}

function queryFor(db: Db, source: Source) {
  const all = sql<number>`count(*)`.as('number');
  if (source === 'centers') return db.selectFrom('centers').select(all);
  const appointments = db.selectFrom('appointments');
  if (source === 'appointments') return appointments.where('status', '<>', 'cancelled').select(all);
  const donations = appointments.where('status', '=', 'fulfilled');
  if (source === 'donations') return donations.select(all);
  return donations.select(sql<number>`count(distinct user_id)`.as('number'));
}

export const hasCenter = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('centers').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
