import { identityError } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { completeSignIn, describeSignIn } from '../sessions/complete-sign-in.ts';
import type { Account } from './account.ts';
import { findAccountByEmail } from './repository.ts';
import { readEmail } from './values.ts';

/** `accounts:signInWithPassword`. */
export async function signInWithPassword(services: Services, { fields, address }: Call) {
  const { db, limits, settings } = services;
  if (!settings.password) throw identityError('PASSWORD_LOGIN_DISABLED');
  const emailField = fields.text('email');
  const password = fields.text('password');
  if (emailField === undefined) throw identityError('MISSING_EMAIL');
  const email = readEmail(emailField);
  if (!password) throw identityError('MISSING_PASSWORD');

  await limits.passwords.check(address, email);
  const account = await findAccountByEmail(db, email);
  const isCorrect = await checkPassword(services, account, { email, password, address });
  if (!account || !isCorrect) {
    if (settings.emailPrivacy) throw identityError('INVALID_LOGIN_CREDENTIALS');
    throw identityError(account ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND');
  }
  if (account.disabled === 1) throw identityError('USER_DISABLED');
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: account.id,
    email,
    displayName: account.display_name ?? '',
    ...(account.photo_url !== null && { profilePicture: account.photo_url }),
    ...(await startVerifiedSession(services, account)),
  };
}

/**
 * Returns whether the password is correct, in the same time if there is no account. Checks the limit again
 * after a success, so that parallel guesses gain nothing.
 */
export async function checkPassword(
  { limits, passwords }: Services,
  account: Account | undefined,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<boolean> {
  if (!(await passwords.verify(password, account?.password_hash, { address, account: email }))) {
    await limits.passwords.recordFailure(address, email);
    return false;
  }
  await limits.passwords.check(address, email);
  await limits.passwords.recordSuccess(address, email);
  return true;
}

/** Signs in, unless the account was disabled or its password changed in the meantime. */
async function startVerifiedSession(services: Services, account: Account) {
  const now = services.clock();
  const result = await services.db.transaction().execute(async (trx) => {
    const signInResult = await completeSignIn(trx, { accountId: account.id, provider: 'password', now });
    if (signInResult.account.password_hash !== account.password_hash)
      throw identityError('INVALID_LOGIN_CREDENTIALS');
    return signInResult;
  });
  return describeSignIn(services, result);
}
