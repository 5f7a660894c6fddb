import { hasRow } from '#platform/database/rows.ts';
import type { CodePurpose, Db, Trx } from '../schema/tables.ts';

/**
 * Removes the account's codes of these purposes. With `expiringFrom`, removes only codes that expire at or
 * after that time.
 */
export async function removeAccountCodes(
  trx: Trx,
  accountId: string,
  purposes: CodePurpose[],
  expiringFrom = 0,
) {
  const deletion = trx.deleteFrom('identity_code').where('account_id', '=', accountId);
  await deletion.where('purpose', 'in', purposes).where('expires_at', '>=', expiringFrom).execute();
}

type CodeFilter = {
  purpose: CodePurpose;
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
