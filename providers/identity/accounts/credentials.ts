import type { Transaction } from 'kysely';
import { removeCodesOf } from '../codes/repository.ts';
import { sendRecovery } from '../codes/send.ts';
import { refuse } from '../http/errors.ts';
import type { Language } from '../http/language.ts';
import type { IdentityTables } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { type Caller, demandRecentSignIn, secondFactorOf, tokensOf } from '../sessions/rules.ts';
import { startOver } from '../sessions/start-over.ts';
import { type Account, isAnonymous } from './account.ts';
import { changeAccount, claimEmail, findAccount } from './repository.ts';
import type { Profile } from './values.ts';

export type Credentials = {
  email?: string | undefined;
  password?: string | undefined;
  profile?: Profile;
  /** Of the mail to the former address. */
  language: Language;
  /** The network address that the request came from. */
  address: string;
};

/**
 * Another email, another password, or both for the caller. Every session ends but the new one, whose tokens are
 * given; the former address gets a mail that can undo it.
 */
export async function changeCredentials(services: Services, caller: Caller, wanted: Credentials) {
  const { account, session } = caller;
  if (!isAnonymous(account)) demandRecentSignIn(services, caller);
  const sender = { address: wanted.address, account: account.id };
  const hash =
    wanted.password === undefined ? undefined : await services.passwords.hash(wanted.password, sender);
  const now = services.clock();
  const hasPassword = hash !== undefined || account.password_hash !== null;

  const { started, changed } = await services.db.transaction().execute(async (trx) => {
    const secret = hash === undefined ? {} : { password_hash: hash, password_changed_at: now };
    if (!(await changeAccount(trx, account.id, { ...wanted.profile, ...secret }))) {
      throw refuse('USER_NOT_FOUND');
    }
    if (wanted.email !== undefined) {
      const move = { account, email: wanted.email, verified: false, language: wanted.language, now };
      if (!(await moveEmail(trx, services, move))) throw refuse('EMAIL_EXISTS');
    }
    await removeCodesOf(trx, account.id, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL']);
    const provider = hasPassword ? 'password' : session.sign_in_provider;
    return {
      started: await startOver(trx, services, caller, {
        provider,
        secondFactor: secondFactorOf(session),
        now,
      }),
      changed: await findAccount(trx, account.id),
    };
  });
  if (!changed) throw refuse('USER_NOT_FOUND');
  return { account: changed, tokens: await tokensOf(services, changed, started) };
}

type Move = { account: Account; email: string; verified: boolean; language: Language; now: number };

/** The account's address becomes another one, and the former owner is told; false when somebody else has it. */
export async function moveEmail(
  trx: Transaction<IdentityTables>,
  services: Services,
  { account, email, verified, language, now }: Move,
): Promise<boolean> {
  if (!(await claimEmail(trx, { email, accountId: account.id, verified }))) return false;
  if (account.email === null || account.email === email) return true;
  await removeCodesOf(trx, account.id, ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']);
  const ownerProven = account.verified === 1 && account.unproven === 0;
  const former = { accountId: account.id, email: account.email, ownerProven };
  await sendRecovery(trx, services, { ...former, newEmail: email, language, now });
  return true;
}
