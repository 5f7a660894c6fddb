import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import { type Account, newAccount } from '../accounts/account.ts';
import { confirmAddress } from '../accounts/email-ownership.ts';
import { claimEmail, findAccount, findAccountByEmail, updateAccountRow } from '../accounts/repository.ts';
import { sendNotice } from '../codes/send.ts';
import { identityError } from '../http/errors.ts';
import { findFactors } from '../mfa/repository.ts';
import { addRow, claimIdentifier, findRow } from '../schema/repository.ts';
import type { Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { completeSignIn, type SignInResult } from '../sessions/complete-sign-in.ts';
import { type GoogleProfile, toGoogleRow } from './profile.ts';
import { updateGoogle } from './repository.ts';

export type GoogleSignInResult =
  | { signInResult: SignInResult; isNewUser: boolean; emailRecycled: boolean }
  | { needsConfirmation: Account };

type GoogleSignIn = { profile: GoogleProfile; mayCreateAccount: boolean; call: Call };

const provider = 'google.com';

/**
 * Signs in to the account that owns the identity, to the account that owns the address, or to a new account.
 * @throws AppError USER_DISABLED, USER_NOT_FOUND (`mayCreateAccount` is false), too-many-requests
 */
export async function signInWithGoogle(services: Services, signIn: GoogleSignIn) {
  const attempt = async (isSignUpAllowed: boolean) => {
    try {
      return await inTransaction(services.db, (trx) => trySignIn(trx, services, signIn, isSignUpAllowed));
    } catch (error) {
      throw error instanceof ConcurrentUpdateError ? new AppError('unavailable', { cause: error }) : error;
    }
  };
  const result = await attempt(false);
  if (result) return result;
  await services.limits.signUp(signIn.call.address);
  const created = await attempt(true);
  if (!created) throw new AppError('unavailable');
  return created;
}

/** Returns undefined when a new account is needed and the sign-up limit has not been checked yet. */
async function trySignIn(
  trx: Trx,
  services: Services,
  { profile, mayCreateAccount, call: { language } }: GoogleSignIn,
  isSignUpAllowed: boolean,
): Promise<GoogleSignInResult | undefined> {
  const now = services.clock();
  const identity = await findRow(trx, 'identity_google', { subject: profile.subject });
  if (identity) {
    const { account_id: owner } = identity;
    const signInResult = await completeSignIn(trx, { accountId: owner, provider, now });
    if (signInResult.account.google_subject !== profile.subject) throw new ConcurrentUpdateError();
    await updateGoogle(trx, toGoogleRow(profile, owner));
    return { signInResult, isNewUser: false, emailRecycled: false };
  }
  if (!mayCreateAccount) throw identityError('USER_NOT_FOUND');
  const emailOwner = profile.email === undefined ? undefined : await findAccountByEmail(trx, profile.email);
  if (!emailOwner) return isSignUpAllowed ? createAccount(trx, profile, now) : undefined;
  if (!profile.verified) return { needsConfirmation: emailOwner };
  const linked = await linkGoogleAccount(trx, services, emailOwner, { profile, language, now });
  return linked ?? createAccount(trx, profile, now);
}

/**
 * Links the identity to the account. Returns undefined when another person owned the account and lost the
 * address.
 */
async function linkGoogleAccount(
  trx: Trx,
  services: Services,
  { id }: Account,
  { profile, language, now }: { profile: GoogleProfile; language: Call['language']; now: number },
): Promise<GoogleSignInResult | undefined> {
  if (!(await updateAccountRow(trx, id, {}))) throw new ConcurrentUpdateError();
  const account = await findAccount(trx, id);
  if (!account || account.email === null || account.email !== profile.email)
    throw new ConcurrentUpdateError();
  if (account.disabled === 1) throw identityError('USER_DISABLED');
  if (!(await confirmAddress(trx, services, { account, language, now }))) return undefined;
  // Change nothing before the second factor is verified.
  if ((await findFactors(trx, id)).length > 0) return { needsConfirmation: account };
  if (!(await claimIdentifier(trx, 'identity_google', toGoogleRow(profile, id))))
    throw new ConcurrentUpdateError();
  await updateAccountRow(trx, id, { display_name: profile.name ?? null, photo_url: profile.picture ?? null });
  if (account.verified === 1) {
    await sendNotice(trx, services, { kind: 'GOOGLE_LINKED', to: account.email, language });
  }
  const signInResult = await completeSignIn(trx, { accountId: id, provider, now });
  // `emailRecycled`: another Google identity, which had the address before, was linked to the account.
  return { signInResult, isNewUser: false, emailRecycled: account.google_subject !== null };
}

/** Creates an account with the Google profile. Concurrent requests with one identity create only one. */
async function createAccount(trx: Trx, profile: GoogleProfile, now: number): Promise<GoogleSignInResult> {
  const { email, verified, name, picture } = profile;
  const row = { ...newAccount(now), display_name: name ?? null, photo_url: picture ?? null };
  const accountId = row.id;
  if (!(await claimIdentifier(trx, 'identity_google', toGoogleRow(profile, accountId))))
    throw new ConcurrentUpdateError();
  const isFree = email === undefined || (await claimEmail(trx, { email, accountId, verified }));
  if (!isFree) throw new ConcurrentUpdateError();
  await addRow(trx, 'identity_account', row);
  return {
    signInResult: await completeSignIn(trx, { accountId, provider, now }),
    isNewUser: true,
    emailRecycled: false,
  };
}
