import type { StaffLogCheckpointRow, StaffLogHeadRow, StaffLogRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** Returns all chains that have rows, a head or a checkpoint. */
export async function listChains(db: Db): Promise<string[]> {
  const heads = db.selectFrom('staff_log_heads').select('chain');
  const checkpoints = db.selectFrom('staff_log_checkpoints').select('chain');
  const rows = await db.selectFrom('staff_log').select('chain').union(heads).union(checkpoints).execute();
  return rows.map(({ chain }) => chain).sort();
}

export const findCheckpoint = (db: Db, chain: string): Promise<StaffLogCheckpointRow | undefined> =>
  db.selectFrom('staff_log_checkpoints').selectAll().where('chain', '=', chain).executeTakeFirst();

export const storeCheckpoint = (trx: Trx, { chain, ...place }: StaffLogCheckpointRow) =>
  trx
    .insertInto('staff_log_checkpoints')
    .values({ chain, ...place })
    .onConflict((c) => c.column('chain').doUpdateSet(place))
    .execute();

export const findFirstRow = (db: Db, chain: string) =>
  db.selectFrom('staff_log').selectAll().where('chain', '=', chain).where('seq', '=', 1).executeTakeFirst();

const PAGE_SIZE = 200;

/** Reads a chain in order, some rows at a time. */
export async function* readPages(db: Db, chain: string, after?: number): AsyncGenerator<StaffLogRow[]> {
  for (let last = after; ; ) {
    const query = db.selectFrom('staff_log').selectAll().where('chain', '=', chain);
    const newer = last === undefined ? query : query.where('seq', '>', last);
    const rows = await newer.orderBy('seq').limit(PAGE_SIZE).execute();
    const newest = rows.at(-1);
    if (!newest) return;
    yield rows;
    last = newest.seq;
  }
}

export async function* readChain(db: Db, chain: string, after?: number): AsyncGenerator<StaffLogRow> {
  for await (const rows of readPages(db, chain, after)) yield* rows;
}

export const findHead = (db: Db, chain: string): Promise<StaffLogHeadRow | undefined> =>
  db.selectFrom('staff_log_heads').selectAll().where('chain', '=', chain).executeTakeFirst();

/** Deletes rows of a chain and what finds the people in them, and returns how many rows. */
export async function deleteRows(
  trx: Trx,
  { chain, from, to }: { chain: string; from: number; to: number },
): Promise<number> {
  for (const table of ['staff_log_people', 'staff_log_actors', 'staff_log_erasures'] as const)
    await trx
      .deleteFrom(table)
      .where('chain', '=', chain)
      .where('seq', '>=', from)
      .where('seq', '<=', to)
      .execute();
  const { numDeletedRows } = await trx
    .deleteFrom('staff_log')
    .where('chain', '=', chain)
    .where('seq', '>=', from)
    .where('seq', '<=', to)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
