import type { Kysely, Transaction } from 'kysely';
import { newestFirst } from '../http/newest-first.ts';
import type { Span } from '../http/span.ts';
import type { CardTables, DisputeStatus, DisputeTable } from '../schema/tables.ts';

export async function addDispute(trx: Transaction<CardTables>, dispute: DisputeTable): Promise<void> {
  await trx.insertInto('cards_disputes').values(dispute).execute();
}

export async function findDispute(db: Kysely<CardTables>, id: string): Promise<DisputeTable | undefined> {
  return db.selectFrom('cards_disputes').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listDisputes(
  db: Kysely<CardTables>,
  { intentId, chargeId, ...span }: Span<DisputeTable> & { intentId?: string; chargeId?: string },
): Promise<DisputeTable[]> {
  let query = db.selectFrom('cards_disputes').selectAll();
  if (intentId) query = query.where('intent_id', '=', intentId);
  if (chargeId) query = query.where('charge_id', '=', chargeId);
  return newestFirst(query, span).execute();
}

/** Closes an open dispute; nothing when it is closed already. */
export async function closeDispute(
  trx: Transaction<CardTables>,
  id: string,
  status: DisputeStatus,
): Promise<DisputeTable | undefined> {
  return trx
    .updateTable('cards_disputes')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'needs_response')
    .returningAll()
    .executeTakeFirst();
}
