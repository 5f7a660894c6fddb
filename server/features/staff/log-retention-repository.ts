import { sql } from 'kysely';
import type { StaffLogCheckpointRow, StaffLogHeadRow, StaffLogRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** Returns all chains that have rows, a head or a checkpoint. */
export async function listChains(db: Db): Promise<string[]> {
  const heads = db.selectFrom('staff_log_heads').select('chain');
  const checkpoints = db.selectFrom('staff_log_checkpoints').select('chain');
  const rows = await db.selectFrom('staff_log').select('chain').union(heads).union(checkpoints).execute();
  return rows.map(({ chain }) => chain).sort();
}

const range = sql.raw(`between ${Number.MIN_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`);

/** By table: which rows JavaScript cannot read, or a query for their chain and number does not read once. */
const unreadable = Object.entries({
  staff_log: [sql`where not (seq ${range} and at ${range})`, sql`group by chain, seq having count(*) > 1`],
  staff_log_heads: [sql`where not seq ${range}`],
  staff_log_checkpoints: [sql`where not seq ${range}`],
  staff_log_people: [sql`where not place ${range}`],
  staff_log_actors: [sql`group by chain, seq having count(*) > 1`],
  staff_log_erasures: [sql`where not place ${range}`],
}).flatMap(([table, conditions]) => conditions.map((condition) => ({ table, condition })));

/**
 * Returns a row that verification would not read exactly: SQLite stores any type in any column, and who can change the
 * tables can drop their keys.
 */
export async function findUnreadable(db: Db): Promise<{ chain: string; seq: string } | undefined> {
  for (const { table, condition } of unreadable) {
    const query = sql<{ chain: string; seq: string }>`
      select cast(chain as text) as chain, cast(seq as text) as seq from ${sql.table(table)} ${condition} limit 1`;
    const [row] = (await query.execute(db)).rows;
    if (row) return row;
  }
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
