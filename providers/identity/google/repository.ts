import type { Kysely, Transaction } from 'kysely';
import { removeBefore } from '#platform/database/in-batches.ts';
import type { GoogleAnswerTable, GoogleTable, IdentityTables } from '../schema/tables.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

export async function findGoogleOwner(db: Db, subject: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity_google')
    .select('account_id')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** Makes the identity the account's only one of Google's; false when any account owns it (then nothing has changed). */
export async function claimGoogle(trx: Trx, claim: GoogleTable): Promise<boolean> {
  const claimed = await trx
    .insertInto('identity_google')
    .values(claim)
    .onConflict((c) => c.column('subject').doNothing())
    .returning('subject')
    .executeTakeFirst();
  if (!claimed) return false;
  await trx
    .deleteFrom('identity_google')
    .where('account_id', '=', claim.account_id)
    .where('subject', '<>', claim.subject)
    .execute();
  return true;
}

/** Keeps what Google says of the person today. */
export async function keepGoogle(trx: Trx, { subject, account_id, ...told }: GoogleTable): Promise<void> {
  await trx
    .updateTable('identity_google')
    .set(told)
    .where('subject', '=', subject)
    .where('account_id', '=', account_id)
    .execute();
}

export async function releaseGoogle(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('identity_google').where('account_id', '=', accountId).execute();
}

/** Of several who bring one answer, one is told true. */
export async function takeAnswer(db: Db, answer: GoogleAnswerTable): Promise<boolean> {
  const row = await db
    .insertInto('identity_google_answer')
    .values(answer)
    .onConflict((c) => c.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

export function removeExpiredAnswers(db: Db, before: number): Promise<void> {
  return removeBefore(db, 'identity_google_answer', { key: 'hash', column: 'expires_at', before });
}
