import type { Transaction } from 'kysely';

/** Types a transaction with the tables of another module, which are in the same database. */
// biome-ignore lint/suspicious/noExplicitAny: any module's transaction
export const withTables = <Tables>(trx: Transaction<any>): Transaction<Tables> => trx;
