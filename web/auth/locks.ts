/**
 * Lock that every change of the user holds from its first call until the access token is stored. Several
 * changes can hold it at the same time.
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
