import { hasCode, removeCodesOf } from '../codes/repository.ts';
import { sendNotice } from '../codes/send.ts';
import type { Language } from '../http/language.ts';
import { findFactors } from '../mfa/repository.ts';
import { removeRowsOf } from '../schema/repository.ts';
import type { Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { endSessions } from '../sessions/rules.ts';
import type { Account } from './account.ts';
import { removeSignInMethods, verifyEmail } from './repository.ts';

export type EmailOwnershipProof = { account: Account; language: Language; now: number };

/**
 * To be called when the owner of an address proves it, with the account's row locked, before they are signed in.
 * True: the account is theirs. An account whose address nobody had proven may be a stranger's trap, so every sign-in
 * method is removed with its sessions and mailed codes, and the owner is notified; a proven address loses nothing.
 *
 * False: the account is another person's, who has proven more than this address (see `isContested`). It loses the
 * address and keeps the rest; the owner needs an account of their own.
 */
export async function confirmAddress(
  trx: Trx,
  services: Services,
  proof: EmailOwnershipProof,
): Promise<boolean> {
  const { account, now } = proof;
  if (account.verified === 1) return true;
  return claimAccount(trx, services, proof, await isContested(trx, { id: account.id, now }));
}

/**
 * The same for a mailed code. One that only confirmed the address proved no sign-in method (`unproven`): they are removed
 * now. A second factor does not contest the account then: it was added after the address was confirmed.
 */
export async function confirmByEmail(
  trx: Trx,
  services: Services,
  proof: EmailOwnershipProof,
): Promise<boolean> {
  const { account, now } = proof;
  if (account.verified !== 1) return confirmAddress(trx, services, proof);
  if (account.unproven === 0) return true;
  return claimAccount(trx, services, proof, await mayTakeBack(trx, { id: account.id, now }));
}

async function claimAccount(trx: Trx, services: Services, proof: EmailOwnershipProof, contested: boolean) {
  const { account, language, now } = proof;
  const { id, email, password_hash, phone_number, google_subject } = account;
  if (email === null) return false;
  await removeCodesOf(trx, id, ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']);
  if (contested) {
    await removeRowsOf(trx, id, 'identity_email');
    return false;
  }
  const hasMethods = password_hash !== null || phone_number !== null || google_subject !== null;
  if (hasMethods) await sendNotice(trx, services, { kind: 'METHODS_REMOVED', to: email, language });
  await removeSignInMethods(trx, id);
  await endSessions(trx, services, { accountId: id, now });
  return verifyEmail(trx, { email, accountId: id });
}

/** Whether the holder has proven more than this address: a second factor, or a former address that is theirs for a day. */
async function isContested(trx: Trx, { id, now }: { id: string; now: number }): Promise<boolean> {
  return (await findFactors(trx, id)).length > 0 || mayTakeBack(trx, { id, now });
}

const mayTakeBack = (trx: Trx, { id, now }: { id: string; now: number }): Promise<boolean> =>
  hasCode(trx, { accountId: id, purpose: 'RECOVER_EMAIL', after: now });
