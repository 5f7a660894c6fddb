import { newSecret } from '#platform/ids.ts';
import { minutes } from '#platform/time.ts';
import type { Account } from '../accounts/account.ts';
import { lockAccount, updateAccountRow } from '../accounts/repository.ts';
import { identityError } from '../http/errors.ts';
import { describeFactor } from '../mfa/factor.ts';
import { findFactors } from '../mfa/repository.ts';
import { addRow, hashSecret } from '../schema/repository.ts';
import type { FactorRow, Trx } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { issueTokens, type StartedSession, startSession } from './rules.ts';

const PENDING_TTL_MS = minutes(10);

/** The result of a verified first factor: a session, or a pending sign-in that needs a second factor. */
export type SignInResult = { account: Account } & (
  | { started: StartedSession }
  | { mfaRequired: { pendingCredential: string; factors: FactorRow[] } }
);
export type SignInOutcome = SignInResult & { isNewUser: boolean };

/**
 * Locks the account after its first factor is verified, and starts a session, or a pending sign-in if the
 * account has a second factor.
 * @throws AppError USER_NOT_FOUND, USER_DISABLED
 */
export async function completeSignIn(
  trx: Trx,
  signIn: { accountId: string; provider: string; byEmailLink?: boolean; now: number },
): Promise<SignInResult> {
  const { accountId, provider, now } = signIn;
  const account = await lockAccount(trx, accountId);
  if (account.disabled === 1) throw identityError('USER_DISABLED');
  const factors = await findFactors(trx, accountId);
  if (factors.length === 0) {
    await updateAccountRow(trx, accountId, { last_login_at: now });
    return { account, started: await startSession(trx, { ...signIn, authTime: now }) };
  }
  const pendingCredential = newSecret();
  await addRow(trx, 'identity_pending_sign_in', {
    hash: hashSecret(pendingCredential),
    account_id: accountId,
    sign_in_provider: provider,
    tries: 0,
    expires_at: now + PENDING_TTL_MS,
  });
  return { account, mfaRequired: { pendingCredential, factors } };
}

/** Returns the tokens of a sign-in response, or the pending credential and the factors to choose from. */
export async function describeSignIn(services: Services, signInResult: SignInResult) {
  if ('started' in signInResult) return issueTokens(services, signInResult.account, signInResult.started);
  const { pendingCredential, factors } = signInResult.mfaRequired;
  return { mfaPendingCredential: pendingCredential, mfaInfo: factors.map(describeFactor) };
}
