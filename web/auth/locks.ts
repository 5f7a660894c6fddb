/** Changes of the user, from the first call until their access token is stored; shared by all changes. */
export const changeLock = 'bloodBuddiesChange';

/** Calls that send the tokens of the identity session share it; those that end this session hold it alone. */
export const tokensLock = 'bloodBuddiesTokens';

/** Runs `action` while this page holds the lock, which all tabs share. A page without HTTPS has no locks. */
export const withLock = <Result>(
  name: string,
  mode: LockMode,
  action: () => Promise<Result>,
): Promise<Result> => (navigator.locks ? navigator.locks.request(name, { mode }, action) : action());
