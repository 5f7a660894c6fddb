import type { Kysely, Transaction } from 'kysely';
import { newestFirst } from '../http/newest-first.ts';
import type { Span } from '../http/span.ts';
import type { CardTables, IntentTable } from '../schema/tables.ts';

const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;

export async function addIntent(trx: Transaction<CardTables>, intent: IntentTable): Promise<void> {
  await trx.insertInto('cards_intents').values(intent).execute();
}

export async function findIntent(db: Kysely<CardTables>, id: string): Promise<IntentTable | undefined> {
  return db.selectFrom('cards_intents').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Changes an intent that still is open; nothing when it has ended meanwhile. With the id of a question to the bank:
 * only while the intent waits for the answer to this one.
 */
export async function changeOpen(
  trx: Transaction<CardTables>,
  id: string,
  changes: Partial<IntentTable>,
  authenticationId: string | null = null,
): Promise<IntentTable | undefined> {
  const query = trx.updateTable('cards_intents').set(changes).where('id', '=', id);
  const guarded = authenticationId
    ? query.where('status', '=', 'requires_action').where('authentication_id', '=', authenticationId)
    : query.where('status', 'in', open);
  return guarded.returningAll().executeTakeFirst();
}

export async function listIntents(db: Kysely<CardTables>, span: Span<IntentTable>): Promise<IntentTable[]> {
  return newestFirst(db.selectFrom('cards_intents').selectAll(), span).execute();
}
