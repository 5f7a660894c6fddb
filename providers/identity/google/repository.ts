import type { GoogleRow, Trx } from '../schema/tables.ts';

/** Stores the current Google profile. */
export async function updateGoogle(trx: Trx, { subject, account_id, ...profile }: GoogleRow) {
  const update = trx.updateTable('identity_google').set(profile).where('subject', '=', subject);
  await update.where('account_id', '=', account_id).execute();
}
