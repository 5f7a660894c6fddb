import type { Auth, User } from '@firebase/auth';
import { t } from '@lingui/core/macro';
import type { TranslateErrors } from './error-translator.ts';
import { IdentityError } from './identity.ts';
import { tokensLock, withLock } from './locks.ts';

type Call<T> = (user: User) => Promise<T>;

/**
 * Calls that send the current user's tokens. A call that ends the session of these tokens runs alone, among
 * all tabs: the SDK signs the user out when the provider rejects a token, even if that token was replaced
 * while the call was pending.
 */
export type UserCalls = {
  /**
   * Runs a call that sends the user's tokens. Like `replaceSession`, throws IdentityError `no-current-user`
   * if the SDK has no user, or has already read the tokens of another user, who signed in in another tab.
   * @param uid the user who makes the call; default: the one whom the page shows
   */
  asUser<T>(call: Call<T>, uid?: string): Promise<T>;
  /** Runs a call that ends the current session, and stores the tokens of a new one. */
  replaceSession<T>(call: Call<T>): Promise<T>;
  /** Reads the user and the tokens that another tab may have stored. */
  syncFromStorage(): Promise<void>;
  /** Runs after all calls that may have sent the tokens. Later calls wait for it. */
  afterCalls<T>(action: () => Promise<T>): Promise<T>;
};

/** Private SDK method that reads changed storage, in the version that package.json pins. */
type AuthWithStorage = Auth & { _onStorageEvent(): Promise<void> };

export const readStorage = (auth: Auth): Promise<void> => (auth as AuthWithStorage)._onStorageEvent();

export function createUserCalls(
  auth: Auth,
  translateErrors: TranslateErrors,
  shownUid: () => string | undefined,
): UserCalls {
  // Read the storage inside the lock: another tab may have replaced the session in the meantime.
  const synced = <T>(mode: LockMode, action: () => Promise<T>): Promise<T> =>
    withLock(tokensLock, mode, () =>
      translateErrors(async () => {
        await auth.authStateReady();
        await readStorage(auth);
        return action();
      }),
    );

  const withUser =
    <T>(call: Call<T>, uid = shownUid()) =>
    async (): Promise<T> => {
      const user = auth.currentUser;
      if (!user || (uid && uid !== user.uid))
        throw new IdentityError('no-current-user', t`Sign in and try again.`);
      return call(user);
    };

  return {
    asUser: (call, uid) => synced('shared', withUser(call, uid)),
    replaceSession: (call) => synced('exclusive', withUser(call)),
    syncFromStorage: () => synced('shared', async () => {}),
    afterCalls: (action) => withLock(tokensLock, 'exclusive', action),
  };
}
