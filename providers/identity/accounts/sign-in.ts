import { refuse } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { describeEntry, letIn, letInAtOnce } from '../sessions/let-in.ts';
import type { Account } from './account.ts';
import { findAccountByEmail } from './repository.ts';
import { readEmail } from './values.ts';

/** `accounts:signInWithPassword`. */
export async function signInWithPassword(services: Services, call: Call) {
  const { fields, address } = call;
  if (!services.settings.password) throw refuse('PASSWORD_LOGIN_DISABLED');
  const given = fields.text('email');
  const password = fields.text('password');
  if (given === undefined) throw refuse('MISSING_EMAIL');
  const email = readEmail(given);
  if (!password) throw refuse('MISSING_PASSWORD');

  const account = await checkPassword(services, { email, password, address });
  if (account.disabled === 1) throw refuse('USER_DISABLED');
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: account.id,
    email,
    displayName: account.display_name ?? '',
    ...(account.photo_url !== null && { profilePicture: account.photo_url }),
    ...(await enter(services, account)),
  };
}

async function checkPassword(
  services: Services,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<Account> {
  const { db, passwords, settings } = services;
  const limit = services.limits.passwords;
  await limit.check(address, email);
  const account = await findAccountByEmail(db, email);
  const right = await passwords.verify(password, account?.password_hash, { address, account: email });
  if (!account || !right) {
    await limit.wrong(address, email);
    if (settings.emailPrivacy) throw refuse('INVALID_LOGIN_CREDENTIALS');
    throw refuse(account ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND');
  }
  await limit.check(address, email);
  await limit.right(address, email);
  return account;
}

/** Unless the account has changed since it was looked at (another password, disabled). */
async function enter(services: Services, account: Account) {
  const now = services.clock();
  const way = { accountId: account.id, provider: 'password', now };
  const atOnce = await letInAtOnce(services.db, account, now);
  if (atOnce) return describeEntry(services, atOnce);
  const entered = await services.db.transaction().execute(async (trx) => {
    const entry = await letIn(trx, way);
    if (entry.account.password_hash !== account.password_hash) throw refuse('INVALID_LOGIN_CREDENTIALS');
    return entry;
  });
  return describeEntry(services, entered);
}
