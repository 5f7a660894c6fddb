import type { Kysely, Transaction } from 'kysely';
import { newestFirst } from '../http/newest-first.ts';
import type { Span } from '../http/span.ts';
import type { CardTables, EventTable } from '../schema/tables.ts';

export type EventFilter = { types?: string[] | undefined; delivered?: boolean | undefined };

export async function addEvent(trx: Transaction<CardTables>, event: EventTable): Promise<void> {
  await trx.insertInto('cards_events').values(event).execute();
}

export async function findEvent(db: Kysely<CardTables>, id: string): Promise<EventTable | undefined> {
  return db.selectFrom('cards_events').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function listEvents(
  db: Kysely<CardTables>,
  { types, delivered, ...span }: Span<EventTable> & EventFilter,
): Promise<EventTable[]> {
  let query = db.selectFrom('cards_events').selectAll();
  if (types) query = query.where('type', 'in', types as EventTable['type'][]);
  if (delivered !== undefined) query = query.where('pending_webhooks', '=', delivered ? 0 : 1);
  return newestFirst(query, span).execute();
}

export async function markDelivered(db: Kysely<CardTables>, id: string): Promise<void> {
  await db.updateTable('cards_events').set({ pending_webhooks: 0 }).where('id', '=', id).execute();
}

export async function removeEvents(db: Kysely<CardTables>, madeBefore: number): Promise<void> {
  await db.deleteFrom('cards_events').where('created_at', '<', madeBefore).execute();
}
