import { AppError } from '#platform/errors.ts';
import { confirmByEmail } from '../accounts/email-ownership.ts';
import { findAccount, updateAccountRow } from '../accounts/repository.ts';
import { checkPassword } from '../accounts/sign-in.ts';
import { type IdentityError, identityError } from '../http/errors.ts';
import { findFactors } from '../mfa/repository.ts';
import type { SessionTable, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { touchSession } from '../sessions/repository.ts';
import { authenticate } from '../sessions/rules.ts';
import { codeActions, type Redemption, readCode, redeem } from './redeem.ts';
import { type Code, hasCode } from './repository.ts';
import { countRecovery } from './send.ts';

/** What `authenticate` throws for a token that proves nothing. */
const tokenErrors = ['INVALID_ID_TOKEN', 'TOKEN_EXPIRED', 'USER_NOT_FOUND', 'USER_DISABLED'];

/**
 * `accounts:confirmEmail`, beside the protocol, for our own page. The code shows that the mailbox is the person's; a session
 * (`idToken`) or the password (`password`) shows that the account is. Otherwise `removeOtherMethods` removes everything
 * else that opens the account. A refusal does not use the code up.
 * @throws AppError PASSWORD_REQUIRED (or set `removeOtherMethods`), SIGN_IN_REQUIRED (no password), INVALID_PASSWORD
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
  const mayRemove = fields.flag('removeOtherMethods');
  if (code.purpose === 'VERIFY_AND_CHANGE_EMAIL') await countRecovery(services, address, code.email);

  let removedOtherMethods = false;
  await redeem(services, { code, language }, async (trx, _services, redemption) => {
    const isOwner = await isAccountOwner(trx, redemption, { session, passwordHash, now: services.clock() });
    if (isOwner) return confirm(trx, services, redemption);
    const errorCode = requiredProof(redemption, mayRemove);
    if (errorCode) throw identityError(errorCode);
    removedOtherMethods = true;
    return confirmAndRemoveMethods(trx, services, redemption);
  });
  const moves = code.purpose === 'VERIFY_AND_CHANGE_EMAIL';
  return { email: (moves && code.new_email) || code.email, removedOtherMethods };
}

type Evidence = { session: SessionTable | undefined; passwordHash: string | undefined; now: number };

/** Whether the person who confirms has shown that the account is theirs. */
async function isAccountOwner(
  trx: Trx,
  { account, code }: Redemption,
  { session, passwordHash, now }: Evidence,
) {
  const hasSession = session !== undefined && (await touchSession(trx, session.id, now));
  const knowsPassword = passwordHash !== undefined && passwordHash === account.password_hash;
  // Without a password there is nothing that a session of another kind leaves unproven.
  const byPassword = session?.sign_in_provider === 'password' || account.password_hash === null;
  const isProven = account.verified === 1 && account.unproven === 0;
  const wasProven = code.purpose === 'RECOVER_EMAIL' ? code.owner_proven === 1 : isProven;
  const changes = code.purpose === 'VERIFY_AND_CHANGE_EMAIL';
  return knowsPassword || (hasSession && (byPassword || changes)) || (wasProven && !changes);
}

/** Never confirms a change without the account's holder, who would share the account with the address's owner. */
function requiredProof({ account, code }: Redemption, mayRemove: boolean): IdentityError | undefined {
  const hasPassword = account.password_hash !== null;
  if (code.purpose !== 'VERIFY_AND_CHANGE_EMAIL') {
    return hasPassword && !mayRemove ? 'PASSWORD_REQUIRED' : undefined;
  }
  return hasPassword ? 'PASSWORD_REQUIRED' : 'SIGN_IN_REQUIRED';
}

async function confirm(
  trx: Trx,
  services: Services,
  redemption: Redemption,
): Promise<IdentityError | undefined> {
  const { account, code } = redemption;
  const errorCode = await codeActions[code.purpose]?.(trx, services, redemption);
  const moved = code.purpose === 'VERIFY_AND_CHANGE_EMAIL';
  if (errorCode === undefined && !moved) await updateAccountRow(trx, account.id, { unproven: 0 });
  return errorCode;
}

/** Confirms the address for its owner, and removes everything else that opens the account. */
async function confirmAndRemoveMethods(trx: Trx, services: Services, redemption: Redemption) {
  const { account, code, language } = redemption;
  const { id } = account;
  const now = services.clock();
  if (code.purpose === 'VERIFY_EMAIL') {
    if (account.email !== code.email) return 'INVALID_OOB_CODE';
    await confirmByEmail(trx, services, { account, language, now });
    return undefined;
  }
  // Whoever can still take the account back to an earlier address owns it; this address is free without it.
  const earlier = { accountId: id, purpose: 'RECOVER_EMAIL', after: now, before: code.expires_at } as const;
  if ((await findFactors(trx, id)).length > 0 || (await hasCode(trx, earlier))) return undefined;
  const errorCode = await codeActions[code.purpose]?.(trx, services, redemption);
  const moved = errorCode === undefined ? await findAccount(trx, id) : undefined;
  if (moved) await confirmByEmail(trx, services, { account: moved, language, now });
  return errorCode;
}

async function readSession(services: Services, idToken: string | undefined, code: Code) {
  if (!idToken) return undefined;
  try {
    const { account, session } = await authenticate(services, idToken);
    return account.id === code.account_id ? session : undefined;
  } catch (error) {
    if (error instanceof AppError && tokenErrors.includes(error.code)) return undefined;
    throw error;
  }
}

/** The hash that the typed password matches; undefined when none was typed. Wrong ones count as they do at a sign-in. */
async function readPassword(services: Services, { fields, address }: Call, { account_id: accountId }: Code) {
  const password = fields.text('password');
  if (password === undefined) return undefined;
  const account = accountId === null ? undefined : await findAccount(services.db, accountId);
  const email = account?.email ?? '';
  await services.limits.passwords.check(address, email);
  const isCorrect = await checkPassword(services, account, { email, password, address });
  if (!account?.password_hash || !isCorrect) throw identityError('INVALID_PASSWORD');
  return account.password_hash;
}
