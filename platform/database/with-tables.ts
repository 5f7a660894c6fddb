import type { Kysely, Transaction } from 'kysely';

/** Types a transaction or a database with the tables of another module, which are in the same database. */
// biome-ignore lint/suspicious/noExplicitAny: any module's transaction
export function withTables<Tables>(trx: Transaction<any>): Transaction<Tables>;
// biome-ignore lint/suspicious/noExplicitAny: any module's database
export function withTables<Tables>(db: Kysely<any>): Kysely<Tables>;
export function withTables<Tables>(db: Kysely<Tables>): Kysely<Tables> {
  return db;
}
