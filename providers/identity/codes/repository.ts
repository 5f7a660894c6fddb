import { hasRow } from '../schema/repository.ts';
import type { CodeTable, Db, Trx } from '../schema/tables.ts';

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

export async function removeCodesOf(trx: Trx, accountId: string, purposes: Purpose[]): Promise<void> {
  const codes = trx.deleteFrom('identity_code').where('account_id', '=', accountId);
  await codes.where('purpose', 'in', purposes).execute();
}

type Sent = { accountId: string; purpose: Purpose; now: number; expiresBefore?: number };

/** Whether such a code was sent and may still be used. */
export function hasCode(db: Db, { accountId, purpose, now, expiresBefore }: Sent): Promise<boolean> {
  const usable = db
    .selectFrom('identity_code')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now);
  return hasRow(expiresBefore === undefined ? usable : usable.where('expires_at', '<', expiresBefore));
}

/** Whether the address was sent such a code that works beyond `until`. */
export function hasSentCode(
  db: Db,
  sent: { purpose: Purpose; email: string; accountId: string | null; until: number },
): Promise<boolean> {
  const usable = db
    .selectFrom('identity_code')
    .select('hash')
    .where('email', '=', sent.email)
    .where('purpose', '=', sent.purpose)
    .where('account_id', sent.accountId === null ? 'is' : '=', sent.accountId);
  return hasRow(usable.where('expires_at', '>', sent.until));
}

/** Of several ways back the oldest wins: later ones were mailed to whoever had changed the address. */
export async function removeLaterRecoveries(trx: Trx, accountId: string, expiresAt: number): Promise<void> {
  const recoveries = trx.deleteFrom('identity_code').where('account_id', '=', accountId);
  await recoveries.where('purpose', '=', 'RECOVER_EMAIL').where('expires_at', '>=', expiresAt).execute();
}
