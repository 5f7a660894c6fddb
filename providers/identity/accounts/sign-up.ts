import { refuse } from '../http/errors.ts';
import type { AccountTable } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { authenticate, startSession, tokensOf } from '../sessions/rules.ts';
import { type Account, owningNothing } from './account.ts';
import { type Credentials, changeCredentials } from './credentials.ts';
import { newAccount } from './new-account.ts';
import { addAccount, claimEmail } from './repository.ts';
import { readEmail, readProfile } from './values.ts';

/** `accounts:signUp`: a new account with a password, a password for the caller's own account, or an anonymous one. */
export async function signUp(services: Services, call: Call) {
  const { fields } = call;
  const project = fields.text('targetProjectId');
  if (project !== undefined && project !== services.site.projectId) throw refuse('INSUFFICIENT_PERMISSION');
  if (fields.has('localId')) throw refuse('UNEXPECTED_PARAMETER', 'User ID');

  const idToken = fields.text('idToken');
  const email = fields.text('email');
  const password = fields.text('password');
  if (email === '') throw refuse('INVALID_EMAIL');
  if (!idToken && !email && !password) return signUpAnonymously(services, call);
  if (!email) throw refuse('MISSING_EMAIL');
  if (!password) throw refuse('MISSING_PASSWORD');
  if (!services.settings.password) throw refuse('OPERATION_NOT_ALLOWED');
  const owner = [email, fields.text('displayName') ?? ''];
  const wanted = { email: readEmail(email), password: services.newPasswords.read(password, owner) };
  const { address, language } = call;
  if (idToken) return linkPassword(services, idToken, { ...wanted, language, address });
  await services.limits.signUp(address);
  return signUpWithPassword(services, { ...wanted, address }, readProfile(fields).display_name ?? null);
}

async function signUpAnonymously(services: Services, { address }: Call) {
  if (!services.settings.anonymous) throw refuse('ADMIN_ONLY_OPERATION');
  await services.limits.signUp(address);
  const row = newAccount(services.clock());
  const started = await services.db.transaction().execute(async (trx) => {
    await addAccount(trx, row);
    return startSession(trx, sessionOf(row, 'anonymous'));
  });
  const account = { ...row, ...owningNothing };
  return describeSignUp(account, await tokensOf(services, account, started));
}

async function signUpWithPassword(
  services: Services,
  { email, password, address }: { email: string; password: string; address: string },
  displayName: string | null,
) {
  const hash = await services.passwords.hash(password, { address, account: email });
  const now = services.clock();
  const row = {
    ...newAccount(now),
    display_name: displayName,
    password_hash: hash,
    password_changed_at: now,
  };
  const started = await services.db.transaction().execute(async (trx) => {
    if (!(await claimEmail(trx, { email, accountId: row.id, verified: false }))) throw refuse('EMAIL_EXISTS');
    await addAccount(trx, row);
    return startSession(trx, sessionOf(row, 'password'));
  });
  const account = { ...row, ...owningNothing, email, verified: 0 };
  return describeSignUp(account, await tokensOf(services, account, started));
}

async function linkPassword(services: Services, idToken: string, wanted: Credentials) {
  const caller = await authenticate(services, idToken);
  const { account, tokens } = await changeCredentials(services, caller, wanted);
  return describeSignUp(account, tokens);
}

function sessionOf({ id, created_at: now }: AccountTable, provider: string) {
  return { accountId: id, provider, authTime: now, now };
}

function describeSignUp(account: Account, tokens: object) {
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    localId: account.id,
    ...(account.email !== null && { email: account.email }),
    ...(account.display_name !== null && { displayName: account.display_name }),
    ...tokens,
  };
}
