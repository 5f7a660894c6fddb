import { hasCode, removeAccountCodes } from '../codes/repository.ts';
import { sendNotice } from '../codes/send.ts';
import type { Language } from '../http/language.ts';
import { findFactors } from '../mfa/repository.ts';
import { findPasskeys, removePasskeys } from '../passkeys/repository.ts';
import { removeAccountRows } from '../schema/repository.ts';
import type { Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { endSessions } from '../sessions/rules.ts';
import type { Account } from './account.ts';
import { removeSignInMethods, verifyEmail } from './repository.ts';

export type EmailOwnershipProof = { account: Account; language: Language; now: number };

/**
 * Call before the sign-in of a person who has proven an address, with the account's row locked. If the
 * address was unverified, removes the sign-in methods, sessions and codes, which may be an attacker's, and
 * notifies the owner.
 * @returns false if the account loses the address, because its holder has proven more (`isContested`)
 */
export async function confirmAddress(trx: Trx, services: Services, proof: EmailOwnershipProof) {
  const { account, now } = proof;
  if (account.verified === 1) return true;
  return claimAccount(trx, services, proof, await isContested(trx, { id: account.id, now }));
}

/**
 * Like `confirmAddress`, for an emailed code. Removes the sign-in methods of an account whose address was
 * only confirmed (`unproven`). A second factor does not contest such an account, because it was added after
 * the confirmation.
 */
export async function confirmByEmailedCode(trx: Trx, services: Services, proof: EmailOwnershipProof) {
  const { account, now } = proof;
  if (account.verified !== 1) return confirmAddress(trx, services, proof);
  if (account.unproven === 0) return true;
  return claimAccount(trx, services, proof, await canRecoverFormerEmail(trx, { id: account.id, now }));
}

async function claimAccount(
  trx: Trx,
  services: Services,
  proof: EmailOwnershipProof,
  isContestedAccount: boolean,
) {
  const { account, language, now } = proof;
  const { id, email, password_hash, phone_number, google_subject } = account;
  if (email === null) return false;
  await removeAccountCodes(trx, id, ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']);
  if (isContestedAccount) {
    await removeAccountRows(trx, id, 'identity_email');
    return false;
  }
  // An emailed proof does not remove the passkeys of an account with a role. An owner of the site can remove
  // them.
  const keepsPasskeys = await services.requiresSecondFactor(trx, id);
  const passkeys = keepsPasskeys ? [] : await removePasskeys(trx, { accountId: id });
  const hasMethods = [password_hash, phone_number, google_subject, ...passkeys].some(
    (method) => method !== null,
  );
  if (hasMethods) await sendNotice(trx, services, { kind: 'METHODS_REMOVED', to: email, language });
  await removeSignInMethods(trx, id);
  await endSessions(trx, services, { accountId: id, now });
  return verifyEmail(trx, { email, accountId: id });
}

/**
 * Returns whether the holder has proven more than this address: a factor, a passkey or a previous address
 * that can be restored.
 */
async function isContested(trx: Trx, { id, now }: { id: string; now: number }): Promise<boolean> {
  const methods = [...(await findFactors(trx, id)), ...(await findPasskeys(trx, id))];
  return methods.length > 0 || canRecoverFormerEmail(trx, { id, now });
}

const canRecoverFormerEmail = (trx: Trx, { id, now }: { id: string; now: number }): Promise<boolean> =>
  hasCode(trx, { accountId: id, purpose: 'RECOVER_EMAIL', after: now });
