import type { Kysely, Transaction } from 'kysely';
import type { CardTables, IntentTable } from '../schema/tables.ts';

const open = ['requires_payment_method', 'requires_confirmation'] as const;

export type Page = {
  limit: number;
  after?: IntentTable | undefined;
  /** Read towards the newer ones from this one on: oldest first. */
  before?: IntentTable | undefined;
  /** Made in [from, until), in ms. */
  from?: number | undefined;
  until?: number | undefined;
};

export async function addIntent(trx: Transaction<CardTables>, intent: IntentTable): Promise<void> {
  await trx.insertInto('cards_intents').values(intent).execute();
}

export async function findIntent(db: Kysely<CardTables>, id: string): Promise<IntentTable | undefined> {
  return db.selectFrom('cards_intents').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes an intent that still is open; nothing when it has ended meanwhile. */
export async function changeOpen(
  trx: Transaction<CardTables>,
  id: string,
  changes: Partial<IntentTable>,
): Promise<IntentTable | undefined> {
  return trx
    .updateTable('cards_intents')
    .set(changes)
    .where('id', '=', id)
    .where('status', 'in', open)
    .returningAll()
    .executeTakeFirst();
}

/** Marks a succeeded intent as refunded; nothing when it is not, or has been before. */
export async function markRefunded(
  trx: Transaction<CardTables>,
  id: string,
  refundId: string,
): Promise<IntentTable | undefined> {
  return trx
    .updateTable('cards_intents')
    .set({ refund_id: refundId })
    .where('id', '=', id)
    .where('status', '=', 'succeeded')
    .where('refund_id', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Newest first, from after one intent; before one intent oldest first. */
export async function listIntents(db: Kysely<CardTables>, page: Page): Promise<IntentTable[]> {
  const { after, before, from, until } = page;
  const order = before ? 'asc' : 'desc';
  let query = db.selectFrom('cards_intents').selectAll().orderBy('created_at', order).orderBy('id', order);
  const edge = after ?? before;
  if (edge) {
    const beyond = after ? '<' : '>';
    query = query.where((e) =>
      e.or([
        e('created_at', beyond, edge.created_at),
        e.and([e('created_at', '=', edge.created_at), e('id', beyond, edge.id)]),
      ]),
    );
  }
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (until !== undefined) query = query.where('created_at', '<', until);
  return query.limit(page.limit).execute();
}
