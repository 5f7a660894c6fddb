import { hasRow } from '#platform/database/rows.ts';
import { columns } from '../schema/columns.ts';
import type { Db, PasskeyRow, Trx } from '../schema/tables.ts';

/** Returns the account's passkeys, oldest first. */
export function findPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  const passkeys = db
    .selectFrom('identity_passkey')
    .select(columns.identity_passkey)
    .where('account_id', '=', accountId);
  return passkeys.orderBy('created_at').orderBy('id').execute();
}

export const findPasskey = (db: Db, credentialId: string): Promise<PasskeyRow | undefined> =>
  db
    .selectFrom('identity_passkey')
    .select(columns.identity_passkey)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();

/** Returns false, without any change, when an account already has this credential. */
export function addPasskey(trx: Trx, passkey: PasskeyRow): Promise<boolean> {
  const insertion = trx.insertInto('identity_passkey').values(passkey);
  return hasRow(insertion.onConflict((c) => c.column('credential_id').doNothing()).returning('id'));
}

/** Returns undefined when the account has no such passkey. */
export function changePasskeyName(
  db: Db,
  { accountId, id, name }: { accountId: string; id: string; name: string | null },
): Promise<PasskeyRow | undefined> {
  const update = db.updateTable('identity_passkey').set({ name }).where('account_id', '=', accountId);
  return update.where('id', '=', id).returning(columns.identity_passkey).executeTakeFirst();
}

type CredentialId = { credentialId: string };
type Use = CredentialId & { counter: number; now: number };

/**
 * Returns false when the passkey was removed or its counter did not rise. Accepts 0 again, which synced
 * passkeys always report.
 */
export const recordPasskeyUse = (trx: Trx, { credentialId, counter, now }: Use): Promise<boolean> =>
  hasRow(
    trx
      .updateTable('identity_passkey')
      .set({ counter, last_used_at: now })
      .where('credential_id', '=', credentialId)
      .where((eb) =>
        eb.or([eb('counter', '<', counter), eb.and({ counter: 0 }).and(eb.val(counter), '=', 0)]),
      )
      .returning('id'),
  );

/** All passkeys of the account, or those with these ids. */
export type PasskeySelection = { accountId: string; ids?: readonly string[] };

/** Returns the removed passkeys. */
export function removePasskeys(trx: Trx, { accountId, ids }: PasskeySelection): Promise<PasskeyRow[]> {
  return trx
    .deleteFrom('identity_passkey')
    .where('account_id', '=', accountId)
    .$if(ids !== undefined, (q) => q.where('id', 'in', ids ?? []))
    .returning(columns.identity_passkey)
    .execute();
}
