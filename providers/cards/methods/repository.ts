import type { Kysely, Transaction } from 'kysely';
import type { CardTables, MethodTable } from '../schema/tables.ts';

export async function addMethod(trx: Transaction<CardTables>, method: MethodTable): Promise<void> {
  await trx.insertInto('cards_methods').values(method).execute();
}

export async function findMethod(db: Kysely<CardTables>, id: string): Promise<MethodTable | undefined> {
  return db.selectFrom('cards_methods').selectAll().where('id', '=', id).executeTakeFirst();
}
