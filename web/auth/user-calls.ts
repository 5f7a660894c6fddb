import type { Auth, User } from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { IdentityError } from './identity.ts';
import { tokensLock, withLock } from './locks.ts';
import type { WithTranslatedErrors } from './with-translated-errors.ts';

type Call<T> = (user: User) => Promise<T>;

/**
 * Calls that send the current user's tokens. A call that ends the session of these tokens runs alone, among all tabs: the SDK
 * signs the user out when the provider rejects a token, even if that token was replaced while the call was on its way.
 */
export type UserCalls = {
  /** Throws IdentityError `no-current-user` without a user, like `replaceSession`. */
  asUser<T>(call: Call<T>): Promise<T>;
  /** Runs a call that ends the session of the tokens and stores those of a new one. */
  replaceSession<T>(call: Call<T>): Promise<T>;
  /** Reads the user and the tokens that another tab may have stored. */
  syncFromStorage(): Promise<void>;
  /** Runs after all calls that may have sent the tokens; later calls wait for it. */
  afterCalls<T>(action: () => Promise<T>): Promise<T>;
};

/** Private SDK method that reads changed storage, in the version that package.json pins. */
type AuthWithStorage = Auth & { _onStorageEvent(): Promise<void> };

export function createUserCalls(auth: Auth, translateErrors: WithTranslatedErrors): UserCalls {
  // After the lock: another tab may have replaced the session in the meantime.
  const synced = <T>(mode: LockMode, action: () => Promise<T>): Promise<T> =>
    withLock(tokensLock, mode, () =>
      translateErrors(async () => {
        await auth.authStateReady();
        await (auth as AuthWithStorage)._onStorageEvent();
        return action();
      }),
    );

  const withUser =
    <T>(call: Call<T>) =>
    async (): Promise<T> => {
      if (!auth.currentUser) throw new IdentityError('no-current-user', t`Sign in and try again.`);
      return call(auth.currentUser);
    };

  return {
    asUser: (call) => synced('shared', withUser(call)),
    replaceSession: (call) => synced('exclusive', withUser(call)),
    syncFromStorage: () => synced('shared', async () => {}),
    afterCalls: (action) => withLock(tokensLock, 'exclusive', action),
  };
}
