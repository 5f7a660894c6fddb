import type { SelectQueryBuilder } from 'kysely';
import type { Page } from './http/list.ts';
import { columns } from './schema/columns.ts';
import type { CardTables, Db, EventRow, IdempotencyRow, IntentRow, Trx } from './schema/tables.ts';

type TableWithId = Exclude<keyof CardTables, 'cards_idempotency'>;

// Kysely's types handle one table at a time. All of these tables have an id.
export async function insertRow<T extends TableWithId>(
  trx: Trx,
  table: T,
  row: CardTables[T],
): Promise<void> {
  const query = trx.insertInto(table).values(row as never);
  await query.execute();
}

export function findRow<T extends TableWithId>(db: Db, table: T, id: string) {
  const query = db.selectFrom(table as 'cards_intents').where('id', '=', id);
  return query.select(columns[table] as (keyof IntentRow)[]).executeTakeFirst() as Promise<
    CardTables[T] | undefined
  >;
}

type Changes<T extends TableWithId> = Partial<CardTables[T]>;
export async function updateRow<T extends TableWithId>(trx: Db, table: T, id: string, changes: Changes<T>) {
  const query = trx.updateTable(table as 'cards_intents').set(changes);
  await query.where('id', '=', id).execute();
}

/**
 * Updates an intent that is still open. With an authentication id, updates it only while it waits for this
 * authentication. Returns undefined if nothing was updated.
 */
export async function updateOpen(
  trx: Trx,
  id: string,
  changes: Partial<IntentRow>,
  authenticationId: string | null = null,
): Promise<IntentRow | undefined> {
  const query = trx.updateTable('cards_intents').set(changes).where('id', '=', id);
  const conditional = authenticationId
    ? query.where('status', '=', 'requires_action').where('authentication_id', '=', authenticationId)
    : query.where('status', 'not in', ['succeeded', 'canceled']);
  return conditional.returning(columns.cards_intents).executeTakeFirst();
}

export const listIntents = (db: Db, page: Page) =>
  newestFirst(db.selectFrom('cards_intents').select(columns.cards_intents), page).execute();

export function listEvents(db: Db, page: Page, types: string[] | undefined) {
  const query = db.selectFrom('cards_events').select(columns.cards_events);
  const filtered = types ? query.where('type', 'in', types as EventRow['type'][]) : query;
  return newestFirst(filtered, page).execute();
}

function newestFirst<Output>(
  // biome-ignore lint/suspicious/noExplicitAny: every listed table has the two columns of ListedRow.
  query: SelectQueryBuilder<any, any, Output>,
  { after, from, until, limit }: Page,
) {
  const created = query.where('created_at', '>=', from).where('created_at', '<', until);
  const page = created.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit);
  if (!after) return page;
  const { created_at, id } = after;
  return page.where((e) =>
    e.or([e('created_at', '<', created_at), e.and([e('created_at', '=', created_at), e('id', '<', id)])]),
  );
}

/** Returns the charge made after an accepted authentication. */
export const findChargeByAuthentication = (db: Db, id: string) =>
  db
    .selectFrom('cards_charges')
    .select(columns.cards_charges)
    .where('authentication_id', '=', id)
    .executeTakeFirst();

export const listDisputes = (db: Db, intentId: string) =>
  db.selectFrom('cards_disputes').select(columns.cards_disputes).where('intent_id', '=', intentId).execute();

/**
 * Adds `amount` to the refunded amount of a successful charge. Returns undefined if less than `amount` is
 * left.
 */
export const reverseCharge = (trx: Trx, chargeId: string, amount: number) =>
  trx
    .updateTable('cards_charges')
    .set((e) => ({ refunded: e('refunded', '+', amount) }))
    .where('id', '=', chargeId)
    .where('refusal', 'is', null)
    .where((e) => e(e('refunded', '+', amount), '<=', e.ref('amount')))
    .returning(columns.cards_charges)
    .executeTakeFirst();

/** Returns false if the key is already stored. */
export async function reserveKey(trx: Trx, row: IdempotencyRow): Promise<boolean> {
  const reserved = await trx
    .insertInto('cards_idempotency')
    .values(row)
    .onConflict((c) => c.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return reserved !== undefined;
}

export async function storeResponse(trx: Trx, key: string, status: number, body: object): Promise<void> {
  const response = { status, body: JSON.stringify(body) };
  await trx.updateTable('cards_idempotency').set(response).where('key', '=', key).execute();
}

export const readResponse = (trx: Trx, key: string) =>
  trx
    .selectFrom('cards_idempotency')
    .select(columns.cards_idempotency)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();

/** Removes old responses, of one key or of all. */
export async function removeOldResponses(db: Db, createdBefore: number, key?: string): Promise<void> {
  const deletion = db.deleteFrom('cards_idempotency').where('created_at', '<', createdBefore);
  await (key === undefined ? deletion : deletion.where('key', '=', key)).execute();
}

export async function removeOldEvents(db: Db, createdBefore: number): Promise<void> {
  await db.deleteFrom('cards_events').where('created_at', '<', createdBefore).execute();
}

/** Deletes old intents that took no money, then rows that belong only to them. */
export async function removeOldUnpaid(db: Db, createdBefore: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('cards_intents')
      .where('created_at', '<', createdBefore)
      .where('status', '!=', 'succeeded')
      .execute();
    for (const table of ['cards_charges', 'cards_authentications'] as const) {
      await trx
        .deleteFrom(table)
        .where('created_at', '<', createdBefore)
        .where('intent_id', 'not in', (e) => e.selectFrom('cards_intents').select('id'))
        .execute();
    }
    let methods = trx.deleteFrom('cards_methods').where('created_at', '<', createdBefore);
    for (const table of ['cards_intents', 'cards_charges', 'cards_authentications'] as const) {
      // `not in` is never true for a list with a null.
      methods = methods.where('id', 'not in', (e) => {
        const used = e.selectFrom(table).select('method_id').where('method_id', 'is not', null);
        return used.$castTo<{ method_id: string }>();
      });
    }
    await methods.execute();
  });
}
