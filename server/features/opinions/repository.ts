import { columnsOf } from '#platform/database/columns.ts';
import { keptQuery } from '#platform/database/kept-query.ts';
import type { Owner, Viewer } from '#server/http/viewer.ts';
import type { Db, OpinionState, OpinionTable, Trx } from '#server/schema/tables.ts';

const opinionColumns = columnsOf<OpinionTable>({
  id: true,
  user_id: true,
  appointment_id: true,
  text: true,
  shown_name: true,
  state: true,
  created_at: true,
  decided_at: true,
});

/** A statement for `allOrNone`. */
export const addingOpinion = keptQuery(opinionColumns, (db: Db, row: OpinionTable) =>
  db.insertInto('opinions').values(row).returning('id'),
);

/** Newest first: ids are time-ordered. */
export async function listOpinionsOf(db: Db, viewer: Viewer): Promise<OpinionTable[]> {
  return db
    .selectFrom('opinions')
    .select(opinionColumns)
    .where('user_id', '=', viewer.userId)
    .orderBy('id', 'desc')
    .execute();
}

/** What everybody may read, the one published last before the others. */
export async function listPublished(db: Db, limit: number): Promise<OpinionTable[]> {
  return db
    .selectFrom('opinions')
    .select(opinionColumns)
    .where('state', '=', 'published')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Those whose donors have a confirmed address: nobody else's are published. */
const ofConfirmedDonors = (db: Db) =>
  db.selectFrom('users').select('id').where('email_verified_at', 'is not', null);

/** The one that waits longest first; those whose donors have not confirmed their address are left out. */
export async function listWaiting(db: Db, limit: number): Promise<OpinionTable[]> {
  return db
    .selectFrom('opinions')
    .select(opinionColumns)
    .where('state', '=', 'waiting')
    .where('user_id', 'in', ofConfirmedDonors(db))
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function countIn(db: Db, state: OpinionState): Promise<number> {
  const { count } = await db
    .selectFrom('opinions')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many of those that wait can be published, and how many wait for their donors to confirm their address. */
export async function countWaiting(db: Db): Promise<{ ready: number; unconfirmed: number }> {
  const [all, { ready }] = [
    await countIn(db, 'waiting'),
    await db
      .selectFrom('opinions')
      .select((e) => e.fn.countAll<number>().as('ready'))
      .where('state', '=', 'waiting')
      .where('user_id', 'in', ofConfirmedDonors(db))
      .executeTakeFirstOrThrow(),
  ];
  return { ready: Number(ready), unconfirmed: all - Number(ready) };
}

export async function findState(db: Db, id: string): Promise<OpinionState | undefined> {
  const row = await db.selectFrom('opinions').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state;
}

/**
 * False when it is gone, or stands otherwise than expected: of two at once one decides. Only a donor with a confirmed
 * address is published.
 */
export async function changeState(
  db: Db,
  change: { id: string; from: readonly OpinionState[]; to: OpinionState; now: number },
): Promise<boolean> {
  const changed = await db
    .updateTable('opinions')
    .set({ state: change.to, decided_at: change.now })
    .where('id', '=', change.id)
    .where('state', 'in', change.from)
    .$if(change.to === 'published', (q) => q.where('user_id', 'in', ofConfirmedDonors(db)))
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

export async function removeOpinion(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('opinions')
    .where('id', '=', id)
    .where('user_id', '=', viewer.userId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

export async function removeUnpublishedOf(trx: Trx, viewer: Owner, appointmentId: string): Promise<void> {
  await trx
    .deleteFrom('opinions')
    .where('appointment_id', '=', appointmentId)
    .where('user_id', '=', viewer.userId)
    .where('state', '<>', 'published')
    .execute();
}

export async function removeAllOf(trx: Trx, viewer: Viewer): Promise<void> {
  await trx.deleteFrom('opinions').where('user_id', '=', viewer.userId).execute();
}
