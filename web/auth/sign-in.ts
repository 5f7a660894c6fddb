import { basePath } from '#web/i18n/language.ts';
import { completeSignIn, loadIdentityClient } from './auth-provider.tsx';
import type { MfaChallenge } from './identity.ts';

/**
 * `created`: the user is new to the product server. All sign-ins throw IdentityError, ApiError or
 * NetworkError.
 */
export type SignInResult = { created: boolean };

export const signIn = (email: string, password: string): Promise<SignInResult> =>
  completeSignIn((identity) => identity.signIn(email, password));

/** Creates an account and signs in. `next`: path of the page to continue to after confirming the address. */
export const register = (
  name: string,
  email: string,
  password: string,
  next?: string,
): Promise<SignInResult> =>
  completeSignIn((identity) => identity.register(name, email, password, continueUrl(next)));

/** Completes a sign-in that threw MfaRequiredError, with the code of one of its factors. */
export const finishSignIn = (
  challenge: MfaChallenge,
  factorId: string,
  code: string,
): Promise<SignInResult> => completeSignIn(() => challenge.finish(factorId, code));

/**
 * Emails the signed-in user a link that verifies their address. `next`: path of the page to continue to
 * afterwards.
 */
export async function verifyEmail(next?: string): Promise<void> {
  await (await loadIdentityClient()).account.verifyEmail(continueUrl(next));
}

const continueUrl = (next = '/dashboard/account') =>
  `${location.origin}${basePath}/dashboard/account?next=${next}`;

/** Emails a password reset link. Does not reveal whether the address has an account. */
export async function sendPasswordReset(email: string): Promise<void> {
  const identity = await loadIdentityClient();
  try {
    await identity.sendPasswordReset(email, `${location.origin}${basePath}/login`);
  } catch (error) {
    if ((error as { code?: string }).code !== 'user-not-found') throw error;
  }
}
