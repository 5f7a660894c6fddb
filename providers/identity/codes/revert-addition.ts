import type { Account } from '../accounts/account.ts';
import { type IdentityError, identityError } from '../http/errors.ts';
import type { Language } from '../http/language.ts';
import { describeFactor } from '../mfa/factor.ts';
import { findFactors, removeFactor } from '../mfa/repository.ts';
import { describePasskeyAsFactor, removePasskeysAndNotify } from '../passkeys/enrollment.ts';
import { findPasskeys } from '../passkeys/repository.ts';
import type { CodeRow, Db, Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { endSessions } from '../sessions/rules.ts';

/** A code that a person has sent, and the language for messages about it. */
export type ReceivedCode = { code: CodeRow; language: Language };
export type Redemption = ReceivedCode & { account: Account };

/**
 * Removes an added factor or passkey, and ends every session. If the added method was the account's first,
 * also removes all others, because they were added later. If it is the only one left of an account with a
 * role, keeps it, because only an owner of the site can remove it.
 */
export async function revertAddition(
  trx: Trx,
  services: Services,
  { account: { id: accountId }, code, language }: Redemption,
): Promise<IdentityError | undefined> {
  // The person who added the method is signed in, and may know the password.
  await endSessions(trx, services, { accountId, now: services.clock() });
  const methods = await findMethods(trx, accountId);
  const isFirst = code.owner_proven === 0;
  const ids = methods.map(({ id }) => id).filter((id) => isFirst || id === code.factor_id);
  if (ids.length === 0) return 'INVALID_OOB_CODE';
  const isLast = !isFirst && methods.length === 1;
  if (isLast && (await services.requiresSecondFactor(trx, accountId))) return 'ADMINISTRATOR_REQUIRED';
  for (const id of ids) await removeFactor(trx, { id, accountId });
  await removePasskeysAndNotify(trx, services, { accountId, ids, to: code.email, language });
  return undefined;
}

/** Describes the added factor or passkey. @throws AppError INVALID_OOB_CODE when it no longer exists */
export async function describeAddition({ db }: Services, { account_id: accountId, factor_id }: CodeRow) {
  if (accountId === null || factor_id === null) return {};
  const method = (await findMethods(db, accountId)).find(({ id }) => id === factor_id);
  if (!method) throw identityError('INVALID_OOB_CODE');
  return { mfaInfo: method.mfaInfo };
}

/** The second factors and passkeys of the account. */
async function findMethods(db: Db, accountId: string) {
  const factors = (await findFactors(db, accountId)).map((factor) => ({
    id: factor.id,
    mfaInfo: describeFactor(factor),
  }));
  const passkeys = (await findPasskeys(db, accountId)).map((passkey) => ({
    id: passkey.id,
    mfaInfo: describePasskeyAsFactor(passkey),
  }));
  return [...factors, ...passkeys];
}
