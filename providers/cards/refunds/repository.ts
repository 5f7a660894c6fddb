import type { Kysely, Transaction } from 'kysely';
import { newestFirst } from '../http/newest-first.ts';
import type { Span } from '../http/span.ts';
import type { CardTables, RefundTable } from '../schema/tables.ts';

export async function addRefund(trx: Transaction<CardTables>, refund: RefundTable): Promise<void> {
  await trx.insertInto('cards_refunds').values(refund).execute();
}

export async function findRefund(db: Kysely<CardTables>, id: string): Promise<RefundTable | undefined> {
  return db.selectFrom('cards_refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listRefunds(
  db: Kysely<CardTables>,
  { intentId, chargeId, ...span }: Span<RefundTable> & { intentId?: string; chargeId?: string },
): Promise<RefundTable[]> {
  let query = db.selectFrom('cards_refunds').selectAll();
  if (intentId) query = query.where('intent_id', '=', intentId);
  if (chargeId) query = query.where('charge_id', '=', chargeId);
  return newestFirst(query, span).execute();
}
