import { isAnonymous, newAccount } from '../accounts/account.ts';
import { changeEmail } from '../accounts/credentials.ts';
import { confirmByEmailedCode } from '../accounts/email-ownership.ts';
import { claimEmail, findAccountByEmail, lockAccount, updateAccountRow } from '../accounts/repository.ts';
import { readEmail } from '../accounts/values.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Language } from '../http/language.ts';
import { requireStrongSession } from '../mfa/strong-session.ts';
import { addRow, claimOneTimeCode } from '../schema/repository.ts';
import type { CodeRow, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { completeSignIn, describeSignIn, type SignInOutcome } from '../sessions/complete-sign-in.ts';
import {
  authenticate,
  type Caller,
  continueSession,
  endSessions,
  requireRecentSignIn,
  touchSession,
} from '../sessions/rules.ts';
import { readCode } from './redeem.ts';
import { limitRecoveryEmails } from './send.ts';

type Proven = { email: string; language: Language; now: number };

/** Email link sign-in has the provider id `password` in the protocol. */
const provider = 'password';

/**
 * `accounts:signInWithEmailLink`: signs in with an emailed code, or links its address to the account of
 * `idToken`.
 */
export async function signInWithEmailLink(services: Services, { fields, language, address }: Call) {
  const code = await readLink(services, fields);
  const { email } = code;
  const idToken = fields.text('idToken');
  const caller = idToken ? await authenticate(services, idToken) : undefined;
  const proven = { email, language, now: services.clock() };
  const former = caller?.account.email ?? email;
  if (former !== email) await limitRecoveryEmails(services, address, former);

  const result = await services.db.transaction().execute(async (trx) => {
    if (!(await claimOneTimeCode(trx, 'identity_code', code.hash))) throw identityError('INVALID_OOB_CODE');
    return caller ? link(trx, services, { ...proven, caller }) : signIn(trx, services, proven);
  });
  await services.limits.passwords.recordSuccess(address, email);
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: result.account.id,
    email,
    isNewUser: result.isNewUser,
    ...(await describeSignIn(services, result)),
  };
}

async function readLink(services: Services, fields: Fields): Promise<CodeRow> {
  const email = readEmail(fields.required('email', 'MISSING_EMAIL'));
  const code = await readCode(services, fields.required('oobCode', 'MISSING_OOB_CODE'), ['EMAIL_SIGNIN']);
  if (code.email === email) return code;
  throw identityError('INVALID_EMAIL', 'The email provided does not match the sign-in email address.');
}

/** Signs in to the account that owns the address, or to a new one. */
async function signIn(trx: Trx, services: Services, proven: Proven): Promise<SignInOutcome> {
  const { email, now } = proven;
  const row = { ...newAccount(now), email_link: 1 };
  const claim = () => claimEmail(trx, { email, accountId: row.id, verified: true });
  const owner = (await claim()) ? undefined : await findOwner(trx, services, proven);
  if (owner === undefined) {
    if (!(await claim())) throw identityError('USER_NOT_FOUND');
    await addRow(trx, 'identity_account', row);
  }
  const accountId = owner ?? row.id;
  return {
    ...(await completeSignIn(trx, { accountId, provider, byEmailLink: true, now })),
    isNewUser: owner === undefined,
  };
}

/**
 * Returns the id of the account of the address's owner. Returns undefined if another person owned the account
 * and has just lost the address.
 */
async function findOwner(trx: Trx, services: Services, { email, language, now }: Proven) {
  const id = (await findAccountByEmail(trx, email))?.id;
  const account = id === undefined ? undefined : await lockAccount(trx, id);
  if (id === undefined || account?.email !== email) throw identityError('USER_NOT_FOUND');
  if (account.disabled === 1) throw identityError('USER_DISABLED');
  if (!(await confirmByEmailedCode(trx, services, { account, language, now }))) return undefined;
  await updateAccountRow(trx, id, { email_link: 1 });
  return id;
}

async function link(
  trx: Trx,
  services: Services,
  { caller, email, language, now }: Proven & { caller: Caller },
): Promise<SignInOutcome> {
  const { session } = caller;
  const { id } = caller.account;
  const before = await lockAccount(trx, id, { email_link: 1, last_login_at: now });
  await touchSession(trx, session, now);
  const isNewAddress = before.email !== email;
  if (isNewAddress && !isAnonymous(before)) requireRecentSignIn(services, caller);
  if (isNewAddress) await requireStrongSession(trx, services, caller);
  const isMoved = await changeEmail(trx, services, { account: before, email, verified: true, language, now });
  if (!isMoved) throw identityError('EMAIL_EXISTS');
  if (isNewAddress && before.email !== null) await endSessions(trx, services, { accountId: id, now });
  // A session started with the password proves that the mailbox's owner knows it.
  const isPasswordProven = !isNewAddress && session.sign_in_provider === 'password';
  const account = await lockAccount(trx, id, isPasswordProven ? { unproven: 0 } : {});
  return {
    account,
    started: await continueSession(trx, session, { provider, byEmailLink: true, now }),
    isNewUser: false,
  };
}
