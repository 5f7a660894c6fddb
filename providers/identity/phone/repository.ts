import { hasRow } from '#platform/database/rows.ts';
import type { Db, TextCodeRow, Trx } from '../schema/tables.ts';

/** `proof`: the number is verified and belongs to another account than the caller's. */
export type TextCodePurpose = 'sign-in' | 'enrolment' | 'second-factor' | 'proof';
export type TextCode = Omit<TextCodeRow, 'purpose'> & { purpose: TextCodePurpose };

export async function addTextCode(
  trx: Trx,
  code: Partial<TextCode> & Pick<TextCode, 'hash' | 'purpose' | 'phone_number' | 'expires_at'>,
): Promise<void> {
  const none = { code_hash: null, account_id: null, pending_hash: null, factor_id: null, tries: 0 };
  await trx
    .insertInto('identity_text_code')
    .values({ ...none, ...code })
    .execute();
}

export async function findTextCode(db: Db, { hash, purpose }: Pick<TextCode, 'hash' | 'purpose'>) {
  const row = await db
    .selectFrom('identity_text_code')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row as TextCode | undefined;
}

export async function findPhoneOwner(db: Db, number: string): Promise<string | undefined> {
  const owner = db.selectFrom('identity_phone').select('account_id').where('phone_number', '=', number);
  return (await owner.executeTakeFirst())?.account_id;
}

/** Makes the number the account's only one; returns false, without any change, when it is taken. */
export async function claimPhone(trx: Trx, number: string, accountId: string): Promise<boolean> {
  const claim = trx
    .insertInto('identity_phone')
    .values({ phone_number: number, account_id: accountId })
    .onConflict((c) => c.column('phone_number').doNothing());
  if (!(await hasRow(claim.returning('phone_number')))) return false;
  const others = trx.deleteFrom('identity_phone').where('account_id', '=', accountId);
  await others.where('phone_number', '<>', number).execute();
  return true;
}
