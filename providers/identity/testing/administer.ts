import type { Database } from '#platform/database/open.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { IdentityTables, Trx } from '../schema/tables.ts';

/** Runs a function of manage-users.ts in a transaction. */
export const administer = (
  db: Database,
  change: (trx: Trx, identifier: string) => Promise<boolean>,
  identifier: string,
): Promise<boolean> => inTransaction(db.withTables<IdentityTables>(), (trx) => change(trx, identifier));
