import type { Kysely, Transaction } from 'kysely';
import { removeBefore } from '#platform/database/in-batches.ts';
import type { CodeTable, IdentityTables } from '../schema/tables.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

export type Purpose =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'
  | 'REVERT_SECOND_FACTOR_ADDITION';
export type Code = Omit<CodeTable, 'purpose'> & { purpose: Purpose };

export async function addCode(trx: Trx, code: Code): Promise<void> {
  await trx.insertInto('identity_code').values(code).execute();
}

export async function findCode(db: Db, hash: string): Promise<Code | undefined> {
  const row = await db.selectFrom('identity_code').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row as Code | undefined;
}

/** Uses the code up; of several who try, one gets it. */
export async function takeCode(trx: Trx, hash: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('identity_code')
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeCodesOf(trx: Trx, accountId: string, purposes: Purpose[]): Promise<void> {
  await trx
    .deleteFrom('identity_code')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', purposes)
    .execute();
}

/** Whether such a code was sent and may still be used. */
export async function hasCode(
  db: Db,
  {
    accountId,
    purpose,
    now,
    expiresBefore,
  }: { accountId: string; purpose: Purpose; now: number; expiresBefore?: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity_code')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$if(expiresBefore !== undefined, (q) => q.where('expires_at', '<', expiresBefore ?? 0))
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the address was sent such a code that is good beyond `until`. */
export async function hasSentCode(
  db: Db,
  sent: Pick<Code, 'purpose' | 'email'> & { accountId: string | null; until: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('identity_code')
    .select('hash')
    .where('email', '=', sent.email)
    .where('purpose', '=', sent.purpose)
    .where('account_id', sent.accountId === null ? 'is' : '=', sent.accountId)
    .where('expires_at', '>', sent.until)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of several ways back the oldest wins: later ones were mailed to whoever had changed the address. */
export async function removeLaterRecoveries(trx: Trx, accountId: string, expiresAt: number): Promise<void> {
  await trx
    .deleteFrom('identity_code')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'RECOVER_EMAIL')
    .where('expires_at', '>=', expiresAt)
    .execute();
}

export function removeExpiredCodes(db: Db, before: number): Promise<void> {
  return removeBefore(db, 'identity_code', { key: 'hash', column: 'expires_at', before });
}
