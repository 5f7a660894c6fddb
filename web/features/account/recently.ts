import { ApiError } from '#web/api/errors.ts';
import { IdentityError } from '#web/session/identity.ts';

/**
 * Does what needs a sign-in of the last minutes: where that is too long ago, the person signs in again and it is done
 * then. `undefined` when they would rather not.
 */
export async function recently<T>(
  act: () => Promise<T>,
  signInAgain: () => Promise<boolean>,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!needsRecentSignIn(error)) throw error;
    return (await signInAgain()) ? act() : undefined;
  }
}

/** The identity provider says so, or the product server does. */
const needsRecentSignIn = (error: unknown): boolean =>
  (error instanceof IdentityError && error.code === 'requires-recent-login') ||
  (error instanceof ApiError && error.code === 'recent-sign-in-needed');
