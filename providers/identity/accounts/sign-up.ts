import { identityError } from '../http/errors.ts';
import { addRow } from '../schema/repository.ts';
import type { AccountRow } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { completeSignIn, describeSignIn } from '../sessions/complete-sign-in.ts';
import { authenticate } from '../sessions/rules.ts';
import { type Account, newAccount } from './account.ts';
import { changeCredentials } from './credentials.ts';
import { claimEmail } from './repository.ts';
import { readEmail, readProfile } from './values.ts';

/**
 * `accounts:signUp`: creates an account with a password or an anonymous one, or sets the email address and
 * password of the caller's account.
 */
export async function signUp(services: Services, call: Call) {
  const { fields, address, language } = call;
  const project = fields.text('targetProjectId');
  if (project !== undefined && project !== services.site.projectId)
    throw identityError(
      'INSUFFICIENT_PERMISSION',
      'Only authenticated requests can specify target_project_id.',
    );
  if (fields.has('localId')) throw identityError('UNEXPECTED_PARAMETER', 'User ID');

  const idToken = fields.text('idToken');
  const email = fields.text('email');
  const password = fields.text('password');
  if (email === '') throw identityError('INVALID_EMAIL');
  if (!idToken && !email && !password) return signUpAnonymously(services, call);
  if (!email) throw identityError('MISSING_EMAIL');
  if (!password) throw identityError('MISSING_PASSWORD');
  if (!services.settings.password) throw identityError('OPERATION_NOT_ALLOWED');
  const owner = [email, fields.text('displayName') ?? ''];
  const credentials = {
    email: readEmail(email),
    password: services.passwordPolicy.validate(password, owner),
  };
  if (!idToken) return signUpWithPassword(services, call, credentials);
  const caller = await authenticate(services, idToken);
  const changes = { ...credentials, language, address };
  const { account, tokens } = await changeCredentials(services, caller, changes);
  return describeSignUp(account, tokens);
}

async function signUpAnonymously(services: Services, { address }: Call) {
  if (!services.settings.anonymous) throw identityError('ADMIN_ONLY_OPERATION');
  await services.limits.signUp(address);
  return createAccount(services, newAccount(services.clock()));
}

type Credentials = { email: string; password: string };

async function signUpWithPassword(
  services: Services,
  { fields, address }: Call,
  { email, password }: Credentials,
) {
  await services.limits.signUp(address);
  const display_name = readProfile(fields).display_name ?? null;
  const password_hash = await services.passwords.hash(password, { address, account: email });
  const now = services.clock();
  const row = { ...newAccount(now), display_name, password_hash, password_changed_at: now };
  return createAccount(services, row, email);
}

/** Creates an account and signs it in. Without an email it is anonymous. */
async function createAccount(services: Services, row: AccountRow, email?: string) {
  const { id: accountId, created_at: now } = row;
  const result = await services.db.transaction().execute(async (trx) => {
    const isFree = email === undefined || (await claimEmail(trx, { email, accountId, verified: false }));
    if (!isFree) throw identityError('EMAIL_EXISTS');
    await addRow(trx, 'identity_account', row);
    const provider = email === undefined ? 'anonymous' : 'password';
    return completeSignIn(trx, { accountId, provider, now });
  });
  return describeSignUp(result.account, await describeSignIn(services, result));
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
