import { newSecret } from '#platform/ids.ts';
import { identityError } from '../http/errors.ts';
import { findFactors } from '../mfa/repository.ts';
import { describePasskey } from '../passkeys/enrollment.ts';
import { findPasskeys } from '../passkeys/repository.ts';
import type { Call, Services } from '../services.ts';
import { describeSession } from '../sessions/own.ts';
import { listAllSessions, removeAccountSessions } from '../sessions/repository.ts';
import { authenticate, endSessions, requireRecentSignIn } from '../sessions/rules.ts';
import { describeAccount, describeUser } from './account.ts';
import { findAccount, findAccountByEmail, findAccountByGoogleEmail, removeAccount } from './repository.ts';
import { isEmail } from './values.ts';

const kind = 'identitytoolkit#GetAccountInfoResponse';

/** `accounts:lookup`: the caller's own record. */
export async function lookUpAccount(services: Services, { fields }: Call) {
  const { account, session } = await authenticate(services, fields.text('idToken'));
  const factors = await findFactors(services.db, account.id);
  return { kind, users: [describeUser(account, factors, session.last_used_at)] };
}

/** Returns everything stored about an account, for its owner. */
export async function exportAccount({ db }: Pick<Services, 'db'>, id: string) {
  const account = await findAccount(db, id);
  if (!account) return undefined;
  const sessions = await listAllSessions(db, id);
  const lastUsedAt = Math.max(account.last_login_at, ...sessions.map(({ last_used_at }) => last_used_at));
  const user = describeUser(account, await findFactors(db, id), lastUsedAt);
  const passkeys = (await findPasskeys(db, id)).map(describePasskey);
  return { ...user, passkeys, sessions: sessions.map(describeSession) };
}

/** `accounts:delete` by the signed-in person. */
export async function deleteOwnAccount(services: Services, { fields }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  requireRecentSignIn(services, caller);
  if (!(await deleteAccount(services, caller.account.id))) throw identityError('USER_NOT_FOUND');
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

/** Deletes an account with its sessions. Returns false when there is none. */
export const deleteAccount = (
  services: Pick<Services, 'db' | 'clock' | 'onSessionsEnded'>,
  id: string,
): Promise<boolean> =>
  services.db.transaction().execute(async (trx) => {
    if (!(await removeAccount(trx, id))) return false;
    await endSessions(trx, services, { accountId: id, now: services.clock() });
    await removeAccountSessions(trx, id);
    return true;
  });

/**
 * `accounts:createAuthUri`: the sign-in methods of an address. With `emailPrivacy` the response omits them.
 */
export async function describeSignInMethods(services: Services, { fields }: Call) {
  const email = fields.required('identifier', 'MISSING_IDENTIFIER').toLowerCase();
  const continueUri = fields.required('continueUri', 'MISSING_CONTINUE_URI');
  if (!URL.canParse(continueUri)) throw identityError('INVALID_CONTINUE_URI');
  if (!isEmail(email)) throw identityError('INVALID_IDENTIFIER');
  const sessionId = fields.text('sessionId') ?? newSecret();
  const response = { kind: 'identitytoolkit#CreateAuthUriResponse', sessionId };
  if (services.settings.emailPrivacy) return response;
  const account =
    (await findAccountByEmail(services.db, email)) ?? (await findAccountByGoogleEmail(services.db, email));
  const described = account ? describeAccount(account).providerUserInfo : [];
  const allProviders = described.map(({ providerId }) => providerId).filter((name) => name !== 'phone');
  const signinMethods = [
    ...(account?.password_hash ? ['password'] : []),
    ...(account?.email_link === 1 ? ['emailLink'] : []),
    ...allProviders.filter((name) => name !== 'password'),
  ];
  return { ...response, registered: account !== undefined, allProviders, signinMethods };
}
