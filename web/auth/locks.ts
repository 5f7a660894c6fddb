/**
 * Lock that every change of the user holds from its first call until the access token is stored. Several
 * changes can hold it at the same time.
 */
export const changeLock = 'bloodBuddiesChange';

/** Lock that a sign-in holds from its first call until the access token is stored. */
export const signInLock = 'bloodBuddiesSignIn';

/**
 * Lock on the identity session's tokens: shared by calls that send them, exclusive for calls that end the
 * session.
 */
export const tokensLock = 'bloodBuddiesTokens';

/** Runs `action` while this page holds the lock, which all tabs share. A page without HTTPS has no locks. */
export const withLock = <Result>(
  name: string,
  mode: LockMode,
  action: () => Promise<Result>,
): Promise<Result> => (navigator.locks ? navigator.locks.request(name, { mode }, action) : action());

/** Runs `action`, unless any tab holds the lock. */
export const unlessLocked = async (name: string, action: () => Promise<void>): Promise<void> => {
  if (!navigator.locks) return action();
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? action() : undefined));
};
