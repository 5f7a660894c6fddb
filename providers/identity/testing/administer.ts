import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { IdentityTables, Trx } from '../schema/tables.ts';

/** Runs a function of manage-users.ts in a transaction. */
export const administer = <Result>(
  db: Database,
  change: (trx: Trx, identifier: string) => Promise<Result>,
  identifier: string,
): Promise<Result> => inTransaction(db.withTables<IdentityTables>(), (trx) => change(trx, identifier));
