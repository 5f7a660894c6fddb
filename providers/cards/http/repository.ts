import type { Kysely, Transaction } from 'kysely';
import type { CardTables, IdempotencyTable } from '../schema/tables.ts';

/** False when somebody holds the key already. */
export async function holdKey(trx: Transaction<CardTables>, row: IdempotencyTable): Promise<boolean> {
  const held = await trx
    .insertInto('cards_idempotency')
    .values(row)
    .onConflict((c) => c.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return held !== undefined;
}

export async function keepAnswer(
  trx: Transaction<CardTables>,
  key: string,
  answer: { status: number; body: object },
): Promise<void> {
  await trx
    .updateTable('cards_idempotency')
    .set({ status: answer.status, body: JSON.stringify(answer.body) })
    .where('key', '=', key)
    .execute();
}

export async function readAnswer(trx: Transaction<CardTables>, key: string): Promise<IdempotencyTable> {
  return trx.selectFrom('cards_idempotency').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
}

/** Old answers, of one key or of all. */
export async function forgetAnswers(db: Kysely<CardTables>, madeBefore: number, key?: string): Promise<void> {
  const old = db.deleteFrom('cards_idempotency').where('created_at', '<', madeBefore);
  await (key === undefined ? old : old.where('key', '=', key)).execute();
}
