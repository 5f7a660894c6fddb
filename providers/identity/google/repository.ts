import type { GoogleRow, Trx } from '../schema/tables.ts';

/** Stores the current Google profile. */
export async function updateGoogle(trx: Trx, { subject, account_id, ...profile }: GoogleRow) {
  const identity = trx.updateTable('identity_google').set(profile).where('subject', '=', subject);
  await identity.where('account_id', '=', account_id).execute();
}
