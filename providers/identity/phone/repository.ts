import type { Kysely, Transaction } from 'kysely';
import { removeBefore } from '#platform/database/in-batches.ts';
import type { IdentityTables, TextCodeTable } from '../schema/tables.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

/**
 * `sign-in`: a number to sign in with, or to add to an account. `enrolment`, `second-factor`: of an account.
 * `proof`: the number is proven, and belongs to another account than the caller's.
 */
export type TextCodePurpose = 'sign-in' | 'enrolment' | 'second-factor' | 'proof';
export type TextCode = Omit<TextCodeTable, 'purpose'> & { purpose: TextCodePurpose };
type Which = { hash: string; purpose: TextCodePurpose };

export async function addTextCode(trx: Trx, code: TextCode): Promise<void> {
  await trx.insertInto('identity_text_code').values(code).execute();
}

export async function findTextCode(db: Db, { hash, purpose }: Which): Promise<TextCode | undefined> {
  const row = await db
    .selectFrom('identity_text_code')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row as TextCode | undefined;
}

/** Counts a try before anybody looks at it, so that tries sent at once gain nothing; nothing when none is left. */
export async function countTry(
  db: Db,
  { hash, purpose, most, now }: Which & { most: number; now: number },
): Promise<TextCode | undefined> {
  const row = await db
    .updateTable('identity_text_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('tries', '<', most)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
  return row as TextCode | undefined;
}

/** Uses the code up; of several who try, one gets it. */
export async function takeTextCode(trx: Trx, hash: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('identity_text_code')
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

export function removeExpiredTextCodes(db: Db, before: number): Promise<void> {
  return removeBefore(db, 'identity_text_code', { key: 'hash', column: 'expires_at', before });
}

export async function findPhoneOwner(db: Db, number: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity_phone')
    .select('account_id')
    .where('phone_number', '=', number)
    .executeTakeFirst();
  return row?.account_id;
}

/** Makes the number the account's only one; false when any account owns it already (then nothing has changed). */
export async function claimPhone(
  trx: Trx,
  { number, accountId }: { number: string; accountId: string },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('identity_phone')
    .values({ phone_number: number, account_id: accountId })
    .onConflict((c) => c.column('phone_number').doNothing())
    .returning('phone_number')
    .executeTakeFirst();
  if (!claimed) return false;
  await trx
    .deleteFrom('identity_phone')
    .where('account_id', '=', accountId)
    .where('phone_number', '<>', number)
    .execute();
  return true;
}

export async function releasePhone(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('identity_phone').where('account_id', '=', accountId).execute();
}
