import type { Account } from '../accounts/account.ts';
import {
  claimEmail,
  findAccount,
  findAccountByEmail,
  lockAccount,
  verifyEmail,
} from '../accounts/repository.ts';
import { sendNotice } from '../codes/send.ts';
import { refuse } from '../http/errors.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { touchSession } from '../sessions/repository.ts';
import { type Caller, continueSession } from '../sessions/rules.ts';
import { type GoogleProfile, googleRow } from './profile.ts';
import { claimGoogle } from './repository.ts';

/**
 * Adds a Google identity to the caller's account, with a session of its own that is as old as the caller's.
 * @throws AppError FEDERATED_USER_ID_ALREADY_LINKED, PROVIDER_ALREADY_LINKED, EMAIL_EXISTS, TOKEN_EXPIRED, USER_NOT_FOUND
 */
export function link(
  services: Services,
  { account: { id }, session }: Caller,
  { profile, language }: { profile: GoogleProfile; language: Language },
) {
  const now = services.clock();
  return services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id);
    if (!(await touchSession(trx, session.id, now))) throw refuse('TOKEN_EXPIRED');
    if (account.google_subject === profile.subject) throw refuse('FEDERATED_USER_ID_ALREADY_LINKED');
    if (account.google_subject !== null) throw refuse('PROVIDER_ALREADY_LINKED');
    if (!(await claimGoogle(trx, googleRow(profile, id)))) throw refuse('FEDERATED_USER_ID_ALREADY_LINKED');
    await takeEmail(trx, account, profile);
    const changed = await findAccount(trx, id);
    if (changed?.email && changed.verified === 1) {
      await sendNotice(trx, services, { kind: 'GOOGLE_LINKED', to: changed.email, language });
    }
    return { account: changed, started: await continueSession(trx, session, 'google.com', now) };
  });
}

/** An account without an address takes Google's; for its own one Google may vouch; another's stays another's. */
async function takeEmail(trx: Trx, account: Account, { email, verified }: GoogleProfile): Promise<void> {
  if (email === undefined) return;
  const accountId = account.id;
  if (account.email === email) {
    if (verified) await verifyEmail(trx, { email, accountId });
  } else if (account.email === null) {
    if (!(await claimEmail(trx, { email, accountId, verified }))) throw refuse('EMAIL_EXISTS');
  } else if (await findAccountByEmail(trx, email)) throw refuse('EMAIL_EXISTS');
}
