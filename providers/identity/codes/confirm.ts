import { AppError } from '#platform/errors.ts';
import { confirmByEmailedCode } from '../accounts/email-ownership.ts';
import { findAccount, updateAccountRow } from '../accounts/repository.ts';
import { checkPassword } from '../accounts/sign-in.ts';
import { type IdentityError, identityError } from '../http/errors.ts';
import { findFactors } from '../mfa/repository.ts';
import type { CodeRow, SessionRow, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { updateSession } from '../sessions/repository.ts';
import { authenticate } from '../sessions/rules.ts';
import { codeActions, readCode, redeemCode } from './redeem.ts';
import { hasCode } from './repository.ts';
import type { Redemption } from './revert-addition.ts';
import { limitRecoveryEmails } from './send.ts';

/** Errors of `authenticate` that are treated as a missing session. */
const tokenErrors = ['INVALID_ID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'USER_DISABLED'];

/**
 * `accounts:confirmEmail`, our addition to the protocol. The code proves the mailbox, and `idToken` or
 * `password` proves the account. Without `idToken` and `password`, `removeOtherMethods` removes all other
 * sign-in methods. A missing or wrong proof keeps the code valid.
 * @throws AppError PASSWORD_REQUIRED (or set `removeOtherMethods`), SIGN_IN_REQUIRED, INVALID_PASSWORD
 */
export async function confirmEmail(services: Services, call: Call) {
  const { fields, language, address } = call;
  const oobCode = fields.required('oobCode', 'MISSING_OOB_CODE');
  const code = await readCode(services, oobCode, [
    'VERIFY_EMAIL',
    'VERIFY_AND_CHANGE_EMAIL',
    'RECOVER_EMAIL',
  ]);
  const session = await readSession(services, fields.text('idToken'), code);
  const passwordHash = await readPassword(services, call, code);
  const canRemoveMethods = fields.flag('removeOtherMethods');
  if (code.purpose === 'VERIFY_AND_CHANGE_EMAIL') await limitRecoveryEmails(services, address, code.email);

  let removedOtherMethods = false;
  await redeemCode(services, { code, language }, async (trx, _services, redemption) => {
    const isOwner = await isAccountOwner(trx, redemption, { session, passwordHash, now: services.clock() });
    if (isOwner) return confirm(trx, services, redemption);
    const errorCode = requiredProof(redemption, canRemoveMethods);
    if (errorCode) throw identityError(errorCode);
    removedOtherMethods = true;
    return confirmAndRemoveMethods(trx, services, redemption);
  });
  const isChange = code.purpose === 'VERIFY_AND_CHANGE_EMAIL';
  return { email: (isChange && code.new_email) || code.email, removedOtherMethods };
}

type Evidence = { session: SessionRow | undefined; passwordHash: string | undefined; now: number };

/** Returns whether the caller has proven that they own the account. */
async function isAccountOwner(
  trx: Trx,
  { account, code }: Redemption,
  { session, passwordHash, now }: Evidence,
) {
  const hasSession = session !== undefined && (await updateSession(trx, session.id, { last_used_at: now }));
  const isPasswordProven = passwordHash !== undefined && passwordHash === account.password_hash;
  // A session proves the account if it was started with the password, or if the account has no password.
  const isPasswordSession = session?.sign_in_provider === 'password' || account.password_hash === null;
  const isProven = account.verified === 1 && account.unproven === 0;
  const wasProven = code.purpose === 'RECOVER_EMAIL' ? code.owner_proven === 1 : isProven;
  const isChange = code.purpose === 'VERIFY_AND_CHANGE_EMAIL';
  return isPasswordProven || (hasSession && (isPasswordSession || isChange)) || (wasProven && !isChange);
}

/**
 * Returns the error that names the missing proof, if any. A change of address always needs the holder of the
 * account.
 */
function requiredProof({ account, code }: Redemption, canRemoveMethods: boolean): IdentityError | undefined {
  const hasPassword = account.password_hash !== null;
  if (code.purpose !== 'VERIFY_AND_CHANGE_EMAIL') {
    return hasPassword && !canRemoveMethods ? 'PASSWORD_REQUIRED' : undefined;
  }
  return hasPassword ? 'PASSWORD_REQUIRED' : 'SIGN_IN_REQUIRED';
}

async function confirm(trx: Trx, services: Services, redemption: Redemption) {
  const { account, code } = redemption;
  const errorCode = await codeActions[code.purpose]?.(trx, services, redemption);
  const isChange = code.purpose === 'VERIFY_AND_CHANGE_EMAIL';
  if (errorCode === undefined && !isChange) await updateAccountRow(trx, account.id, { unproven: 0 });
  return errorCode;
}

/**
 * Confirms the address for its owner and removes the other sign-in methods, unless the account is protected.
 */
async function confirmAndRemoveMethods(trx: Trx, services: Services, redemption: Redemption) {
  const { account, code, language } = redemption;
  const { id } = account;
  const now = services.clock();
  if (code.purpose === 'VERIFY_EMAIL') {
    if (account.email !== code.email) return 'INVALID_OOB_CODE';
    await confirmByEmailedCode(trx, services, { account, language, now });
    return undefined;
  }
  // A second factor, or an earlier address that can still recover the account, protects the account: only use
  // up the code.
  const earlier = { accountId: id, purpose: 'RECOVER_EMAIL', after: now, before: code.expires_at } as const;
  if ((await findFactors(trx, id)).length > 0 || (await hasCode(trx, earlier))) return undefined;
  const errorCode = await codeActions[code.purpose]?.(trx, services, redemption);
  const recovered = errorCode === undefined ? await findAccount(trx, id) : undefined;
  if (recovered) await confirmByEmailedCode(trx, services, { account: recovered, language, now });
  return errorCode;
}

async function readSession(services: Services, idToken: string | undefined, code: CodeRow) {
  if (!idToken) return undefined;
  try {
    const { account, session } = await authenticate(services, idToken);
    return account.id === code.account_id ? session : undefined;
  } catch (error) {
    if (error instanceof AppError && tokenErrors.includes(error.code)) return undefined;
    throw error;
  }
}

/**
 * Returns the account's password hash if the password is correct, or undefined if none was sent. Failures
 * count as failed sign-ins.
 */
async function readPassword(
  services: Services,
  { fields, address }: Call,
  { account_id: accountId }: CodeRow,
) {
  const password = fields.text('password');
  if (password === undefined) return undefined;
  const account = accountId === null ? undefined : await findAccount(services.db, accountId);
  const email = account?.email ?? '';
  await services.limits.passwords.check(address, email);
  const isCorrect = await checkPassword(services, account, { email, password, address });
  if (!account?.password_hash || !isCorrect) throw identityError('INVALID_PASSWORD');
  return account.password_hash;
}
