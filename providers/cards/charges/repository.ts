import type { Kysely, Transaction } from 'kysely';
import { newestFirst } from '../http/newest-first.ts';
import type { Span } from '../http/span.ts';
import type { CardTables, ChargeTable } from '../schema/tables.ts';

export async function addCharge(trx: Transaction<CardTables>, charge: ChargeTable): Promise<void> {
  await trx.insertInto('cards_charges').values(charge).execute();
}

export async function findCharge(db: Kysely<CardTables>, id: string): Promise<ChargeTable | undefined> {
  return db.selectFrom('cards_charges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The try that an answer to the bank allowed. */
export async function findChargeOf(
  db: Kysely<CardTables>,
  authenticationId: string,
): Promise<ChargeTable | undefined> {
  return db
    .selectFrom('cards_charges')
    .selectAll()
    .where('authentication_id', '=', authenticationId)
    .executeTakeFirst();
}

export async function listCharges(
  db: Kysely<CardTables>,
  { intentId, ...span }: Span<ChargeTable> & { intentId: string | undefined },
): Promise<ChargeTable[]> {
  let query = db.selectFrom('cards_charges').selectAll();
  if (intentId) query = query.where('intent_id', '=', intentId);
  return newestFirst(query, span).execute();
}

/** Gives back so much of a charge that succeeded; nothing when less than that is left of it. */
export async function takeBack(
  trx: Transaction<CardTables>,
  id: string,
  amount: number,
): Promise<ChargeTable | undefined> {
  return trx
    .updateTable('cards_charges')
    .set((e) => ({ refunded: e('refunded', '+', amount) }))
    .where('id', '=', id)
    .where('refusal', 'is', null)
    .where((e) => e(e('refunded', '+', amount), '<=', e.ref('amount')))
    .returningAll()
    .executeTakeFirst();
}

/** So much of a charge did not go back after all. */
export async function putBack(trx: Transaction<CardTables>, id: string, amount: number): Promise<void> {
  await trx
    .updateTable('cards_charges')
    .set((e) => ({ refunded: e('refunded', '-', amount) }))
    .where('id', '=', id)
    .execute();
}

export async function markDisputed(trx: Transaction<CardTables>, id: string): Promise<void> {
  await trx.updateTable('cards_charges').set({ disputed: 1 }).where('id', '=', id).execute();
}
