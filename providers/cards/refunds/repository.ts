import type { Kysely, Transaction } from 'kysely';
import { newestFirst } from '../http/newest-first.ts';
import type { Span } from '../http/span.ts';
import type { CardTables, RefundStatus, RefundTable } from '../schema/tables.ts';

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

/** Those whose time to change has come, the earliest first. */
export async function dueRefunds(db: Kysely<CardTables>, now: number): Promise<RefundTable[]> {
  return db
    .selectFrom('cards_refunds')
    .selectAll()
    .where('changes_at', '<=', now)
    .orderBy('changes_at')
    .orderBy('id')
    .limit(100)
    .execute();
}

/** Ends the wait of a refund; nothing when somebody else has. */
export async function endWait(
  trx: Transaction<CardTables>,
  id: string,
  status: RefundStatus,
): Promise<RefundTable | undefined> {
  return trx
    .updateTable('cards_refunds')
    .set({ status, changes_at: null })
    .where('id', '=', id)
    .where('changes_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
}
