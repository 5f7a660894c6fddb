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
    if (!(error instanceof IdentityError) || error.code !== 'requires-recent-login') throw error;
    return (await signInAgain()) ? act() : undefined;
  }
}
