import { hasRow } from '#platform/database/rows.ts';
import { columns } from '../schema/columns.ts';
import type { Db, FactorRow, Trx } from '../schema/tables.ts';

/** Returns the account's second factors, oldest first. */
export function findFactors(db: Db, accountId: string): Promise<FactorRow[]> {
  const factors = db
    .selectFrom('identity_factor')
    .select(columns.identity_factor)
    .where('account_id', '=', accountId);
  return factors.orderBy('enrolled_at').orderBy('id').execute();
}

type Owned = { id: string; accountId: string };

export function removeFactor(trx: Trx, { id, accountId }: Owned): Promise<boolean> {
  const deletion = trx.deleteFrom('identity_factor').where('id', '=', id).where('account_id', '=', accountId);
  return hasRow(deletion.returning('id'));
}

/** Removes the factors added at or after this time. */
export async function removeFactorsSince(trx: Trx, accountId: string, since: number): Promise<void> {
  const deletion = trx.deleteFrom('identity_factor').where('account_id', '=', accountId);
  await deletion.where('enrolled_at', '>=', since).execute();
}

/** Stores the time step of a used code. Returns false when this step or a later one was used before. */
export function claimTotpStep(trx: Trx, { id, accountId, step }: Owned & { step: number }): Promise<boolean> {
  const update = trx
    .updateTable('identity_factor')
    .set({ last_totp_step: step })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('last_totp_step', 'is', null), eb('last_totp_step', '<', step)]));
  return hasRow(update.returning('id'));
}
