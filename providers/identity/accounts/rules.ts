import { newSecret } from '#platform/ids.ts';
import { refuse } from '../http/errors.ts';
import { findFactors } from '../second-factors/repository.ts';
import type { Call, Services } from '../services.ts';
import { endSessions } from '../sessions/end.ts';
import { describeSession } from '../sessions/own.ts';
import { listAllSessions, removeSessionsOf } from '../sessions/repository.ts';
import { authenticate, demandRecentSignIn } from '../sessions/rules.ts';
import { describeAccount, describeUser } from './account.ts';
import { findAccount, findAccountByEmail, removeAccount } from './repository.ts';
import { isEmail } from './values.ts';

/** `accounts:lookup`: the caller's own record. */
export async function lookUp(services: Services, { fields }: Call) {
  const { account } = await authenticate(services, fields.text('idToken'));
  const factors = await findFactors(services.db, account.id);
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [describeUser(account, factors)] };
}

/** `projects/{id}/accounts:lookup` by the administrator: one account by its id, and when it signed in. */
export async function lookUpAny({ db }: Services, { fields }: Call) {
  const [id] = fields.texts('localId');
  if (!id) throw refuse('MISSING_LOCAL_ID');
  const account = await findAccount(db, id);
  if (!account) return { kind: 'identitytoolkit#GetAccountInfoResponse', users: [] };
  const sessions = (await listAllSessions(db, id)).map(describeSession);
  const users = [{ ...describeUser(account, await findFactors(db, id)), sessions }];
  return { kind: 'identitytoolkit#GetAccountInfoResponse', users };
}

/** `accounts:delete` by the signed-in person. */
export async function deleteOwnAccount(services: Services, { fields }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  demandRecentSignIn(services, caller);
  return deleteAccount(services, caller.account.id);
}

/** `projects/{id}/accounts:delete` by the administrator. */
export async function deleteAnyAccount(services: Services, { fields }: Call) {
  const id = fields.text('localId');
  if (!id) throw refuse('MISSING_LOCAL_ID');
  return deleteAccount(services, id);
}

async function deleteAccount(services: Services, id: string) {
  const { db, clock } = services;
  await db.transaction().execute(async (trx) => {
    if (!(await removeAccount(trx, id))) throw refuse('USER_NOT_FOUND');
    await endSessions(trx, services, { accountId: id, now: clock() });
    await removeSessionsOf(trx, id);
  });
  return { kind: 'identitytoolkit#DeleteAccountResponse' };
}

/** `accounts:createAuthUri`: how an address may sign in; nothing is told when emails are private. */
export async function describeSignInMethods(services: Services, { fields }: Call) {
  const identifier = fields.text('identifier');
  if (!identifier) throw refuse('MISSING_IDENTIFIER');
  const continueUri = fields.text('continueUri');
  if (!continueUri) throw refuse('MISSING_CONTINUE_URI');
  if (!URL.canParse(continueUri)) throw refuse('INVALID_CONTINUE_URI');
  const email = identifier.toLowerCase();
  if (!isEmail(email)) throw refuse('INVALID_IDENTIFIER');
  const answer = {
    kind: 'identitytoolkit#CreateAuthUriResponse',
    sessionId: fields.text('sessionId') ?? newSecret(),
  };
  if (services.settings.emailPrivacy) return answer;
  const account = await findAccountByEmail(services.db, email);
  const providers = account
    ? describeAccount(account)
        .providerUserInfo.map(({ providerId }) => providerId)
        .filter((provider) => provider !== 'phone')
    : [];
  const methods = [
    ...(account?.password_hash ? ['password'] : []),
    ...(account?.email_link === 1 ? ['emailLink'] : []),
    ...providers.filter((provider) => provider !== 'password'),
  ];
  return { ...answer, registered: account !== undefined, allProviders: providers, signinMethods: methods };
}
