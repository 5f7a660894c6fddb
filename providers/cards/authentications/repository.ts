import type { Kysely, Transaction } from 'kysely';
import type { AuthenticationTable, CardTables } from '../schema/tables.ts';

export async function addAuthentication(
  trx: Transaction<CardTables>,
  authentication: AuthenticationTable,
): Promise<void> {
  await trx.insertInto('cards_authentications').values(authentication).execute();
}

export async function findAuthentication(
  db: Kysely<CardTables>,
  id: string,
): Promise<AuthenticationTable | undefined> {
  return db.selectFrom('cards_authentications').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function keepAnswer(
  trx: Transaction<CardTables>,
  id: string,
  answer: AuthenticationTable['answer'],
): Promise<void> {
  await trx.updateTable('cards_authentications').set({ answer }).where('id', '=', id).execute();
}
