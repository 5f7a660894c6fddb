import { identityError } from '../http/errors.ts';
import { findPasskeys } from '../passkeys/repository.ts';
import { findRow } from '../schema/repository.ts';
import type { Db } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import type { Caller } from '../sessions/rules.ts';
import { findFactors } from './repository.ts';

/**
 * Call before a factor, a passkey or the address changes, and again with the account's row locked. If the
 * account has a factor or passkey, a session must have used one. An emailed link also suffices, unless the
 * account requires a second factor. Returns false if the account has no factor or passkey.
 * @throws AppError CREDENTIAL_TOO_OLD_LOGIN_AGAIN, EMAIL_LINK_REQUIRED
 */
export async function requireStrongSession(db: Db, services: Services, { account, session }: Caller) {
  const current = await findRow(db, 'identity_session', { id: session.id });
  if (current?.second_factor) return true;
  const methods = [...(await findFactors(db, account.id)), ...(await findPasskeys(db, account.id))];
  if (methods.length === 0) return false;
  if (await services.requiresSecondFactor(db, account.id)) {
    throw identityError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  }
  if (current?.email_link !== 1) {
    throw identityError('EMAIL_LINK_REQUIRED', 'Sign in with a link sent to your email address.');
  }
  return true;
}
