import { forEachBatch } from '#platform/database/in-batches.ts';
import { hasRow } from '#platform/database/rows.ts';
import { identityError } from '../http/errors.ts';
import { columns } from '../schema/columns.ts';
import { claimIdentifier, findRow, ownedTables, removeAccountRows } from '../schema/repository.ts';
import type { AccountRow, Db, EmailRow, Trx } from '../schema/tables.ts';
import type { Account } from './account.ts';

export const findAccount = (db: Db, id: string): Promise<Account | undefined> =>
  accounts(db).where('identity_account.id', '=', id).executeTakeFirst();

export function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return accounts(db).where('identity_email.email', '=', email).executeTakeFirst();
}

/** Returns the oldest account that is linked to a Google identity with this address. */
export function findAccountByGoogleEmail(db: Db, email: string): Promise<Account | undefined> {
  return accounts(db).where('identity_google.email', '=', email).orderBy('created_at').executeTakeFirst();
}

/** Returns the account and locks its row until the transaction ends. @throws AppError USER_NOT_FOUND */
export async function lockAccount(trx: Trx, id: string, changes: AccountChanges = {}) {
  const account = (await updateAccountRow(trx, id, changes)) && (await findAccount(trx, id));
  if (!account) throw identityError('USER_NOT_FOUND');
  return account;
}

function accounts(db: Db) {
  return db
    .selectFrom('identity_account')
    .leftJoin('identity_email', 'identity_email.account_id', 'identity_account.id')
    .leftJoin('identity_phone', 'identity_phone.account_id', 'identity_account.id')
    .leftJoin('identity_google', 'identity_google.account_id', 'identity_account.id')
    .select(columns.identity_account.map((column) => `identity_account.${column}` as const))
    .select([
      'identity_email.email',
      'identity_email.verified',
      'identity_phone.phone_number',
      'identity_google.subject as google_subject',
      'identity_google.email as google_email',
      'identity_google.display_name as google_display_name',
      'identity_google.photo_url as google_photo_url',
    ]);
}

type AccountChanges = Partial<Omit<AccountRow, 'id'>>;

/** Changes the account and locks its row until the transaction ends. Returns false when there is none. */
export const updateAccountRow = (trx: Trx, id: string, changes: AccountChanges): Promise<boolean> =>
  hasRow(changeAccount(trx, id, changes));

const changeAccount = (db: Db, id: string, changes: AccountChanges) =>
  db
    .updateTable('identity_account')
    .set((eb) => ({ disabled: eb.ref('disabled'), ...changes }))
    .where('id', '=', id)
    .returning('id');

/** Returns false when the account was deleted or is disabled. */
export const recordSignIn = (trx: Trx, accountId: string, now: number): Promise<boolean> =>
  hasRow(changeAccount(trx, accountId, { last_login_at: now }).where('disabled', '=', 0));

type Ownership = { email: string; accountId: string };

/**
 * Makes the address the account's only one. Returns false, without any change, when another account owns the
 * address.
 */
export async function claimEmail(
  trx: Trx,
  { email, accountId, verified }: Ownership & { verified: boolean },
): Promise<boolean> {
  const owner = { email, account_id: accountId };
  if (await claimIdentifier(trx, 'identity_email', { ...owner, verified: Number(verified) })) return true;
  if (verified) return verifyEmail(trx, { email, accountId });
  return (await findRow(trx, 'identity_email', owner)) !== undefined;
}

/** Returns the addresses of these accounts. */
export async function listEmails(db: Db, accountIds: readonly string[]): Promise<EmailRow[]> {
  const found: EmailRow[] = [];
  await forEachBatch(accountIds, async (ids) => {
    const query = db.selectFrom('identity_email').select(columns.identity_email);
    found.push(...(await query.where('account_id', 'in', ids).execute()));
  });
  return found;
}

/** Returns a query of the ids of the accounts whose address is verified. */
export const selectVerified = (db: Db) =>
  db.selectFrom('identity_email').select('account_id as id').where('verified', '=', 1);

/** Returns false when the account no longer owns the address. */
export function verifyEmail(trx: Trx, { email, accountId }: Ownership): Promise<boolean> {
  const update = trx.updateTable('identity_email').set({ verified: 1 }).where('email', '=', email);
  return hasRow(update.where('account_id', '=', accountId).returning('email'));
}

/** Removes the password, the phone number and the Google identity. */
export async function removeSignInMethods(trx: Trx, id: string): Promise<void> {
  await updateAccountRow(trx, id, { password_hash: null, password_changed_at: null, unproven: 0 });
  await removeAccountRows(trx, id, 'identity_phone', 'identity_google');
}

/**
 * Removes the account with its address, number, Google identity, factors, passkeys and codes. Returns false
 * if there is no such account.
 */
export async function removeAccount(trx: Trx, id: string): Promise<boolean> {
  const removed = await hasRow(trx.deleteFrom('identity_account').where('id', '=', id).returning('id'));
  await removeAccountRows(trx, id, ...ownedTables);
  return removed;
}
