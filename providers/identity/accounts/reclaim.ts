import type { Transaction } from 'kysely';
import { removeCodesOf } from '../codes/repository.ts';
import type { Language } from '../http/language.ts';
import type { IdentityTables } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { endSessionsOf } from '../sessions/repository.ts';
import type { Account } from './account.ts';
import { composeReclaimNotice } from './reclaim-notice.ts';
import { removeWaysIn } from './repository.ts';

type Proof = { account: Account; language: Language; now: number };

/**
 * To be called where the owner of an address proves it, with the account's row held and before they are let in. An
 * account whose address nobody had proven may be a stranger's trap: its password, phone number, Google identity,
 * sessions and mailed codes go, and the owner is told. A proven address loses nothing.
 */
export async function reclaimAddress(
  trx: Transaction<IdentityTables>,
  { outbox, site }: Services,
  { account, language, now }: Proof,
): Promise<void> {
  if (account.email === null || account.verified === 1) return;
  const opened =
    account.password_hash !== null || account.phone_number !== null || account.google_subject !== null;
  if (!opened) return;
  await removeWaysIn(trx, account.id);
  await removeCodesOf(trx, account.id, ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']);
  await endSessionsOf(trx, account.id, now);
  await outbox.add(trx, 'mail', composeReclaimNotice({ to: account.email, language, site }));
}
