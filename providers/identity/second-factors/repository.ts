import type { Kysely, Transaction } from 'kysely';
import type { FactorTable, IdentityTables, PendingSignInTable } from '../schema/tables.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

/** The account's second factors, the oldest first. */
export function findFactors(db: Db, accountId: string): Promise<FactorTable[]> {
  return db
    .selectFrom('identity_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('enrolled_at')
    .orderBy('id')
    .execute();
}

export async function addPendingSignIn(trx: Trx, pending: PendingSignInTable): Promise<void> {
  await trx.insertInto('identity_pending_sign_in').values(pending).execute();
}
