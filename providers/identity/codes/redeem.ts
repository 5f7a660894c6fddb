import { newAccount } from '../accounts/account.ts';
import { changeEmail } from '../accounts/credentials.ts';
import { confirmByEmailedCode } from '../accounts/email-ownership.ts';
import {
  claimEmail,
  findAccount,
  removeSignInMethods,
  updateAccountRow,
  verifyEmail,
} from '../accounts/repository.ts';
import { describeUpdate } from '../accounts/update.ts';
import { type IdentityError, identityError } from '../http/errors.ts';
import { removeFactorsSince } from '../mfa/repository.ts';
import { describePasskey, removePasskeysAndNotify } from '../passkeys/enrollment.ts';
import { findPasskeys } from '../passkeys/repository.ts';
import { addRow, claimOneTimeCode, findRow, hashSecret, removeAccountRows } from '../schema/repository.ts';
import type { CodePurpose, CodeRow, Db, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { endSessions } from '../sessions/rules.ts';
import { removeAccountCodes } from './repository.ts';
import { describeAddition, type ReceivedCode, type Redemption, revertAddition } from './revert-addition.ts';
import { codeTtlMs, limitRecoveryEmails } from './send.ts';

/**
 * `accounts:resetPassword`: redeems a code with `newPassword` and removes the passkeys in `lostPasskeys`.
 * Without `newPassword` it describes the code and lists the passkeys.
 */
export async function resetPassword(services: Services, { fields, language, address }: Call) {
  if (!services.settings.password) throw identityError('PASSWORD_LOGIN_DISABLED');
  const oobCode = fields.required('oobCode', 'MISSING_OOB_CODE');
  const password = fields.text('newPassword');
  const code = await readCode(services, oobCode, password === undefined ? undefined : ['PASSWORD_RESET']);
  if (password !== undefined) {
    const validated = services.passwordPolicy.validate(password, [code.email]);
    const lostPasskeys = fields.texts('lostPasskeys');
    await redeemReset(services, { code, language }, { password: validated, lostPasskeys, address });
    await services.limits.passwords.recordSuccess(address, code.email);
  }
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: code.purpose,
    ...(code.purpose !== 'EMAIL_SIGNIN' && { email: code.email }),
    ...(code.new_email !== null && { newEmail: code.new_email }),
    ...(await describeAddition(services, code)),
    ...(password === undefined && (await describeRecoverable(services, code))),
  };
}

/**
 * `accounts:update` with a code: confirms, changes or restores an address, or removes a new second factor.
 */
export async function applyCode(services: Services, { fields, language, address }: Call) {
  const code = await readCode(services, fields.text('oobCode') ?? '', [
    'VERIFY_EMAIL',
    'VERIFY_AND_CHANGE_EMAIL',
    'RECOVER_EMAIL',
    'REVERT_SECOND_FACTOR_ADDITION',
  ]);
  if (code.purpose === 'VERIFY_AND_CHANGE_EMAIL') await limitRecoveryEmails(services, address, code.email);
  const account = await redeemCode(services, { code, language }, codeActions[code.purpose]);
  return { ...describeUpdate(account, {}), ...(code.new_email !== null && { newEmail: code.new_email }) };
}

/**
 * Returns whether only the administrator, and no emailed link, may remove factors or passkeys of the
 * account.
 */
const isProtected = async (db: Db, { requiresSecondFactor }: Services, accountId: string | null) =>
  accountId !== null && requiresSecondFactor(db, accountId);

/** Lists the passkeys that a reset may remove. */
async function describeRecoverable(services: Services, { purpose, account_id: accountId }: CodeRow) {
  if (purpose !== 'PASSWORD_RESET' || accountId === null) return {};
  if (await isProtected(services.db, services, accountId)) return {};
  const passkeys = await findPasskeys(services.db, accountId);
  return passkeys.length > 0 ? { passkeys: passkeys.map(describePasskey) } : {};
}

type CodeAction = (
  trx: Trx,
  services: Services,
  redemption: Redemption,
) => Promise<IdentityError | undefined>;

export const codeActions: Record<string, CodeAction> = {
  async VERIFY_EMAIL(trx, _services, { account, code }) {
    if (!(await verifyEmail(trx, { email: code.email, accountId: account.id }))) return 'INVALID_OOB_CODE';
    if (account.verified !== 1) await updateAccountRow(trx, account.id, { unproven: 1 });
    return undefined;
  },
  async VERIFY_AND_CHANGE_EMAIL(trx, services, { account, code, language }) {
    if (code.new_email === null) return 'INVALID_OOB_CODE';
    const now = services.clock();
    const move = { account, email: code.new_email, verified: true, language, now };
    if (!(await changeEmail(trx, services, move))) return 'EMAIL_EXISTS';
    await endSessions(trx, services, { accountId: account.id, now });
    return undefined;
  },
  REVERT_SECOND_FACTOR_ADDITION: revertAddition,
  async RECOVER_EMAIL(trx, services, { account, code, language }) {
    const { id } = account;
    const { email, expires_at } = code;
    const since = expires_at - codeTtlMs(code.purpose, services.settings);
    if (!(await claimEmail(trx, { email, accountId: id, verified: true }))) return 'EMAIL_EXISTS';
    // Remove sign-in methods, sessions and emailed links that the person who changed the address may have
    // added.
    const isChanged = (account.password_changed_at ?? 0) >= since;
    const noPassword = isChanged && { password_hash: null, password_changed_at: null };
    await updateAccountRow(trx, id, { ...noPassword, unproven: code.owner_proven === 1 ? 0 : 1 });
    await removeAccountRows(trx, id, 'identity_google', 'identity_phone');
    await removeFactorsSince(trx, id, since);
    // Remove older passkeys as well, because the person who changed the address may have added one before.
    // Only an account with a role keeps them, because the address alone must not suffice to sign in.
    const keepsOld = await isProtected(trx, services, id);
    const passkeys = await findPasskeys(trx, id);
    const ids = passkeys.filter((one) => !keepsOld || one.created_at >= since).map((one) => one.id);
    if (ids.length > 0)
      await removePasskeysAndNotify(trx, services, { accountId: id, ids, to: email, language });
    await endSessions(trx, services, { accountId: id, now: services.clock() });
    await removeAccountCodes(trx, id, ['PASSWORD_RESET', 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL']);
    // Newer recovery codes were sent to addresses of that person.
    await removeAccountCodes(trx, id, ['RECOVER_EMAIL'], expires_at);
    return undefined;
  },
};

/**
 * Replaces the password, removes the other sign-in methods except the passkeys still in use, and ends every
 * session.
 */
async function redeemReset(
  services: Services,
  received: ReceivedCode,
  { password, lostPasskeys, address }: { password: string; lostPasskeys: string[]; address: string },
): Promise<void> {
  const hash = await services.passwords.hash(password, { address, account: received.code.email });
  await redeemCode(services, received, async (trx, _services, { account, code, language }) => {
    if (account.email !== code.email) return 'INVALID_OOB_CODE';
    const now = services.clock();
    const secret = { password_hash: hash, password_changed_at: now };
    // Do not notify about the removed password: the person has just replaced it.
    const proven = { account: { ...account, password_hash: null }, language, now };
    if (!(await confirmByEmailedCode(trx, services, proven))) {
      const row = { ...newAccount(now), ...secret };
      await claimEmail(trx, { email: code.email, accountId: row.id, verified: true });
      await addRow(trx, 'identity_account', row);
      return undefined;
    }
    const { id } = account;
    if (lostPasskeys.length > 0 && (await isProtected(trx, services, id)))
      throw identityError('ADMINISTRATOR_REQUIRED');
    await removeSignInMethods(trx, id);
    const lost = { accountId: id, ids: lostPasskeys, to: code.email, language };
    if (lostPasskeys.length > 0) await removePasskeysAndNotify(trx, services, lost);
    await updateAccountRow(trx, id, secret);
    await removeAccountCodes(trx, id, ['PASSWORD_RESET', 'VERIFY_AND_CHANGE_EMAIL']);
    await endSessions(trx, services, { accountId: id, now });
    return undefined;
  });
}

/** Applies the code. Uses it up even if the action has become impossible, unless `apply` throws. */
export async function redeemCode(services: Services, received: ReceivedCode, apply: CodeAction | undefined) {
  const { code } = received;
  const outcome = await services.db.transaction().execute(async (trx) => {
    const id = code.account_id;
    if (id === null || !apply || !(await updateAccountRow(trx, id, {}))) return 'INVALID_OOB_CODE';
    const account = await findAccount(trx, id);
    if (!account) return 'INVALID_OOB_CODE';
    if (account.disabled === 1) return 'USER_DISABLED';
    if (!(await claimOneTimeCode(trx, 'identity_code', code.hash))) return 'INVALID_OOB_CODE';
    return (await apply(trx, services, { ...received, account })) ?? findAccount(trx, id);
  });
  if (typeof outcome === 'string') throw identityError(outcome);
  if (!outcome) throw identityError('USER_NOT_FOUND');
  return outcome;
}

/** @throws AppError INVALID_OOB_CODE (unknown, used, or of another purpose), EXPIRED_OOB_CODE */
export async function readCode({ db, clock }: Services, oobCode: string, purposes?: CodePurpose[]) {
  const code = await findRow(db, 'identity_code', { hash: hashSecret(oobCode) });
  if (!code || (purposes && !purposes.includes(code.purpose))) throw identityError('INVALID_OOB_CODE');
  if (code.expires_at <= clock()) throw identityError('EXPIRED_OOB_CODE');
  return code;
}
