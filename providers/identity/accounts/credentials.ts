import { removeAccountCodes } from '../codes/repository.ts';
import { sendCode } from '../codes/send.ts';
import { identityError } from '../http/errors.ts';
import type { Language } from '../http/language.ts';
import { requireStrongSession } from '../mfa/strong-session.ts';
import type { Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import {
  type Caller,
  issueTokens,
  readSecondFactor,
  replaceAllSessions,
  requireRecentSignIn,
} from '../sessions/rules.ts';
import { type Account, isAnonymous } from './account.ts';
import { claimEmail, findAccount, updateAccountRow } from './repository.ts';
import type { Profile } from './values.ts';

export type Credentials = {
  email?: string | undefined;
  password?: string | undefined;
  profile?: Profile;
  /** Language of the notification to the previous address. */
  language: Language;
  /** The network address that the request came from. */
  address: string;
};

/**
 * Changes the given email, password and profile. Ends every session and starts a new one. If the address
 * changes, emails the previous address a link that restores it.
 */
export async function changeCredentials(services: Services, caller: Caller, changes: Credentials) {
  const { account, session } = caller;
  const { address, email, language, password } = changes;
  if (!isAnonymous(account)) requireRecentSignIn(services, caller);
  const sender = { address, account: account.id };
  const hash = password === undefined ? undefined : await services.passwords.hash(password, sender);
  const now = services.clock();
  const hasPassword = hash !== undefined || account.password_hash !== null;

  const { started, changed } = await services.db.transaction().execute(async (trx) => {
    const secret = hash === undefined ? {} : { password_hash: hash, password_changed_at: now };
    if (!(await updateAccountRow(trx, account.id, { ...changes.profile, ...secret }))) {
      throw identityError('USER_NOT_FOUND');
    }
    if (email !== undefined) {
      await requireStrongSession(trx, services, caller);
      const isMoved = await changeEmail(trx, services, { account, email, verified: false, language, now });
      if (!isMoved) throw identityError('EMAIL_EXISTS');
    }
    await removeAccountCodes(trx, account.id, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL']);
    const provider = hasPassword ? 'password' : session.sign_in_provider;
    const signIn = { provider, secondFactor: readSecondFactor(session), now };
    const started = await replaceAllSessions(trx, services, caller, signIn);
    return { started, changed: await findAccount(trx, account.id) };
  });
  if (!changed) throw identityError('USER_NOT_FOUND');
  return { account: changed, tokens: await issueTokens(services, changed, started) };
}

type Move = { account: Account; email: string; verified: boolean; language: Language; now: number };

/**
 * Changes the account's address and notifies the previous one. Returns false if another account has the new
 * address.
 */
export async function changeEmail(trx: Trx, services: Services, move: Move) {
  const { account, email, verified } = move;
  const { id: accountId, email: former } = account;
  if (!(await claimEmail(trx, { email, accountId, verified }))) return false;
  if (former !== email) await notifyPreviousEmail(trx, services, move);
  return true;
}

/**
 * Emails the account's current address a link that restores it after the change. `email`: the new address,
 * absent if the address is removed.
 */
export async function notifyPreviousEmail(
  trx: Trx,
  services: Services,
  {
    account,
    email: newEmail,
    language,
    now,
  }: Pick<Move, 'account' | 'language' | 'now'> & { email?: string },
): Promise<void> {
  const { id: accountId, email } = account;
  if (email === null) return;
  if (account.initial_email === null) await updateAccountRow(trx, accountId, { initial_email: email });
  await removeAccountCodes(trx, accountId, ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']);
  const ownerProven = account.verified === 1 && account.unproven === 0;
  const change = {
    accountId,
    email,
    ...(newEmail !== undefined && { newEmail }),
    ownerProven,
    language,
    now,
  };
  await sendCode(trx, services, { purpose: 'RECOVER_EMAIL', ...change });
}
