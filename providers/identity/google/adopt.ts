import type { Transaction } from 'kysely';
import type { Account } from '../accounts/account.ts';
import { proveAddress } from '../accounts/prove-address.ts';
import { changeAccount, findAccount } from '../accounts/repository.ts';
import { refuse } from '../http/errors.ts';
import type { Language } from '../http/language.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { findFactors } from '../second-factors/repository.ts';
import type { Services } from '../services.ts';
import { letIn } from '../sessions/let-in.ts';
import { googleRow } from './answer.ts';
import type { Arrival } from './arrive.ts';
import { composeLinkNotice } from './notices.ts';
import { Outrun } from './outrun.ts';
import type { GoogleProfile } from './profile.ts';
import { claimGoogle } from './repository.ts';

type Trx = Transaction<IdentityTables>;
type Adoption = { namesake: Account; profile: GoogleProfile; language: Language; now: number };

/**
 * Google vouches for the address of an account that is there already: from now on the identity is its own, and the
 * person is told. Undefined when that account was another person's, and has lost the address.
 */
export async function adopt(
  trx: Trx,
  services: Services,
  { namesake: { id }, profile, language, now }: Adoption,
): Promise<Arrival | undefined> {
  if (!(await changeAccount(trx, id, {}))) throw new Outrun();
  const account = await findAccount(trx, id);
  if (!account || account.email !== profile.email) throw new Outrun();
  if (account.disabled === 1) throw refuse('USER_DISABLED');
  const { email, verified } = account;
  if (!(await proveAddress(trx, services, { account, language, now }))) return undefined;
  // Nothing changes before the second factor is shown.
  if ((await findFactors(trx, id)).length > 0) return { needsConfirmation: account };
  if (!(await claimGoogle(trx, googleRow(profile, id)))) throw new Outrun();
  await changeAccount(trx, id, { display_name: profile.name ?? null, photo_url: profile.picture ?? null });
  if (verified === 1) {
    await services.outbox.add(trx, 'mail', composeLinkNotice({ to: email, language, site: services.site }));
  }
  const entry = await letIn(trx, { accountId: id, provider: 'google.com', now });
  // At Google the address has moved on to another person.
  return { entry, isNewUser: false, emailRecycled: account.google_subject !== null };
}
