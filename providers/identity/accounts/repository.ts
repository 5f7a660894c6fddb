import type { Kysely, Transaction } from 'kysely';
import { keptQuery } from '#platform/database/kept-query.ts';
import type { AccountTable, IdentityTables } from '../schema/tables.ts';
import type { Account } from './account.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

const owned = [
  'identity_phone',
  'identity_google',
  'identity_factor',
  'identity_code',
  'identity_text_code',
  'identity_totp_enrolment',
] as const;

export function findAccount(db: Db, id: string): Promise<Account | undefined> {
  return accountOf(db, { id }).executeTakeFirst();
}

export function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return accountAt(db, { email }).executeTakeFirst();
}

const accountOf = keptQuery(['id'], (db: Db, { id }: { id: string }) =>
  accounts(db).where('identity_account.id', '=', id),
);

const accountAt = keptQuery(['email'], (db: Db, { email }: { email: string }) =>
  accounts(db).where('identity_email.email', '=', email),
);

function accounts(db: Db) {
  return db
    .selectFrom('identity_account')
    .leftJoin('identity_email', 'identity_email.account_id', 'identity_account.id')
    .leftJoin('identity_phone', 'identity_phone.account_id', 'identity_account.id')
    .leftJoin('identity_google', 'identity_google.account_id', 'identity_account.id')
    .selectAll('identity_account')
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

export async function addAccount(trx: Trx, account: AccountTable): Promise<void> {
  await trx.insertInto('identity_account').values(account).execute();
}

/** Changes the account, and holds its row until the transaction ends. Says whether there is one. */
export async function changeAccount(
  trx: Trx,
  id: string,
  changes: Partial<Omit<AccountTable, 'id'>>,
): Promise<boolean> {
  const changed = await trx
    .updateTable('identity_account')
    .set((eb) => ({ disabled: eb.ref('disabled'), ...changes }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** No row when the account has changed since it was looked at, or asks for a second factor. For `allOrNone`. */
export const signingIn = keptQuery(
  ['id', 'hash', 'now'],
  (db: Db, { id, hash, now }: { id: string; hash: string | null; now: number }) =>
    db
      .updateTable('identity_account')
      .set({ last_login_at: now })
      .where('id', '=', id)
      .where('password_hash', '=', hash)
      .where('disabled', '=', 0)
      .where(
        'id',
        'not in',
        db.selectFrom('identity_factor').select('account_id').where('account_id', '=', id),
      )
      .returning('id'),
);

/** Makes the address the account's only one; false when another account owns it (then nothing has changed). */
export async function claimEmail(
  trx: Trx,
  { email, accountId, verified }: { email: string; accountId: string; verified: boolean },
): Promise<boolean> {
  const claimed = await trx
    .insertInto('identity_email')
    .values({ email, account_id: accountId, verified: verified ? 1 : 0 })
    .onConflict((c) => c.column('email').doNothing())
    .returning('email')
    .executeTakeFirst();
  if (!claimed && !(await ownsEmail(trx, { email, accountId }))) return false;
  if (!claimed && verified) await verifyEmail(trx, { email, accountId });
  await trx
    .deleteFrom('identity_email')
    .where('account_id', '=', accountId)
    .where('email', '<>', email)
    .execute();
  return true;
}

type Ownership = { email: string; accountId: string };

async function ownsEmail(trx: Trx, { email, accountId }: Ownership): Promise<boolean> {
  const row = await trx
    .selectFrom('identity_email')
    .select('email')
    .where('email', '=', email)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the address is not the account's any more. */
export async function verifyEmail(trx: Trx, { email, accountId }: Ownership): Promise<boolean> {
  const row = await trx
    .updateTable('identity_email')
    .set({ verified: 1 })
    .where('email', '=', email)
    .where('account_id', '=', accountId)
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes every sign-in method except the address, and frees what the account owned. */
export async function removeWaysIn(trx: Trx, id: string): Promise<void> {
  await changeAccount(trx, id, { password_hash: null, password_changed_at: null, unproven: 0 });
  for (const table of ['identity_phone', 'identity_google'] as const) {
    await trx.deleteFrom(table).where('account_id', '=', id).execute();
  }
}

/** The account has no address any more. */
export async function releaseEmail(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('identity_email').where('account_id', '=', id).execute();
}

/** Removes the account and frees what it owned. Says whether there was one. */
export async function removeAccount(trx: Trx, id: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('identity_account')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  await releaseEmail(trx, id);
  for (const table of owned) await trx.deleteFrom(table).where('account_id', '=', id).execute();
  return removed !== undefined;
}
