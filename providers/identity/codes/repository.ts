import { hasRow } from '#platform/database/rows.ts';
import type { CodeRow, Db, Trx } from '../schema/tables.ts';

export type Purpose =
  | 'PASSWORD_RESET'
  | 'VERIFY_EMAIL'
  | 'VERIFY_AND_CHANGE_EMAIL'
  | 'RECOVER_EMAIL'
  | 'EMAIL_SIGNIN'
  | 'REVERT_SECOND_FACTOR_ADDITION';
export type Code = Omit<CodeRow, 'purpose'> & { purpose: Purpose };

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

type CodeFilter = {
  purpose: Purpose;
  accountId: string | null;
  email?: string;
  /** Bounds of `expires_at`, exclusive. */
  after: number;
  before?: number;
};

/** Returns whether a matching unused code exists. */
export function hasCode(db: Db, { purpose, accountId, email, after, before }: CodeFilter): Promise<boolean> {
  const codes = db
    .selectFrom('identity_code')
    .select('hash')
    .where('purpose', '=', purpose)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('expires_at', '>', after)
    .$if(email !== undefined, (q) => q.where('email', '=', email ?? ''))
    .$if(before !== undefined, (q) => q.where('expires_at', '<', before ?? 0));
  return hasRow(codes);
}

/** Removes newer recovery codes: they were sent to addresses of the person who changed the account. */
export async function removeLaterRecoveries(trx: Trx, accountId: string, expiresAt: number): Promise<void> {
  const recoveries = trx.deleteFrom('identity_code').where('account_id', '=', accountId);
  await recoveries.where('purpose', '=', 'RECOVER_EMAIL').where('expires_at', '>=', expiresAt).execute();
}
