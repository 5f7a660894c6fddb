import { hasRow } from '#platform/database/rows.ts';
import type { Db, GoogleRow, Trx } from '../schema/tables.ts';

export async function findGoogleOwner(db: Db, subject: string): Promise<string | undefined> {
  const owner = db.selectFrom('identity_google').select('account_id').where('subject', '=', subject);
  return (await owner.executeTakeFirst())?.account_id;
}

/** Makes the identity the account's only Google identity; returns false, without any change, when it is taken. */
export async function claimGoogle(trx: Trx, row: GoogleRow): Promise<boolean> {
  const claim = trx
    .insertInto('identity_google')
    .values(row)
    .onConflict((c) => c.column('subject').doNothing());
  if (!(await hasRow(claim.returning('subject')))) return false;
  const others = trx.deleteFrom('identity_google').where('account_id', '=', row.account_id);
  await others.where('subject', '<>', row.subject).execute();
  return true;
}

/** Stores the current Google profile. */
export async function updateGoogle(trx: Trx, { subject, account_id, ...profile }: GoogleRow) {
  const identity = trx.updateTable('identity_google').set(profile).where('subject', '=', subject);
  await identity.where('account_id', '=', account_id).execute();
}
