import type { Kysely, Transaction } from 'kysely';
import { newestFirst, type Span } from '../http/span.ts';
import type { CardTables, IntentTable } from '../schema/tables.ts';

const open = ['requires_payment_method', 'requires_confirmation'] as const;

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

export async function listIntents(db: Kysely<CardTables>, span: Span<IntentTable>): Promise<IntentTable[]> {
  return newestFirst(db.selectFrom('cards_intents').selectAll(), span).execute();
}
