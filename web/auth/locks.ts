/**
 * Held during a change of the user, from its first call until the access token is stored. Changes share it.
 */
export const changeLock = 'bloodBuddiesChange';

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
