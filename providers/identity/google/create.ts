import type { Transaction } from 'kysely';
import { newAccount } from '../accounts/new-account.ts';
import { addAccount, claimEmail } from '../accounts/repository.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { letIn } from '../sessions/let-in.ts';
import { googleRow } from './answer.ts';
import { Outrun } from './outrun.ts';
import type { GoogleProfile } from './profile.ts';
import { claimGoogle } from './repository.ts';

/** A new account with what Google tells of its owner. Of several requests with one identity, one makes it. */
export async function createFor(
  trx: Transaction<IdentityTables>,
  { profile, now }: { profile: GoogleProfile; now: number },
) {
  const { email, verified, name, picture } = profile;
  const row = { ...newAccount(now), display_name: name ?? null, photo_url: picture ?? null };
  if (!(await claimGoogle(trx, googleRow(profile, row.id)))) throw new Outrun();
  if (email !== undefined && !(await claimEmail(trx, { email, accountId: row.id, verified })))
    throw new Outrun();
  await addAccount(trx, row);
  const entry = await letIn(trx, { accountId: row.id, provider: 'google.com', now });
  return { entry, isNewUser: true, emailRecycled: false };
}
