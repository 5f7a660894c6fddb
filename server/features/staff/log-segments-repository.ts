import type { Db, Trx } from '#server/db/tables.ts';
import type { ChainHead } from './log-chain.ts';

/** Chain of what is done for no center. */
export const siteChain = 'site';

/** The site setting with the segment: the time of the last restore, '' before the first one. */
const setting = 'log-segment';

/** Returns the chain's name in a segment. `~` occurs in no id of a center. */
export const chainIn = (name: string, segment: string): string => (segment ? `${name}~${segment}` : name);

/** Returns the time of the restore that began the chain, in ms; 0 for a chain from before the first one. */
export const beginningOf = (chain: string): number => Number.parseInt(chain.split('~')[1] ?? '0', 36);

export const readSegment = async (db: Db): Promise<string> =>
  (await db.selectFrom('site_settings').select('value').where('name', '=', setting).executeTakeFirst())
    ?.value ?? '';

export const writeSegment = (trx: Trx, value: string) =>
  trx
    .insertInto('site_settings')
    .values({ name: setting, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute();

/** Returns the stored head of every chain that has rows. */
export const listHeads = (db: Db): Promise<ChainHead[]> =>
  db.selectFrom('staff_log_heads').selectAll().where('seq', '>', 0).orderBy('chain').execute();
