import type { AccessToken } from '#web/api/access-token.ts';
import { isRefused } from './session-state.ts';

type Parts = {
  token: AccessToken;
  /** Whose access may be renewed now, if anybody's. */
  uid: () => string | null;
  /** Stores another access token; false when the identity provider knows nobody here. */
  exchangeAgain: () => Promise<boolean>;
  onRefused: () => Promise<void>;
};

/**
 * After a 401: gets another access token, once for all calls that met it. `sent` is the token that was refused; resolves
 * to whether there is another one now.
 */
export function createAccessRenewal({ token, uid, exchangeAgain, onRefused }: Parts) {
  let renewal: Promise<boolean> | undefined;

  async function exchange(): Promise<boolean> {
    try {
      return await exchangeAgain();
    } catch (error) {
      if (isRefused(error)) await onRefused();
      return false;
    }
  }

  return function renew(sent: string | null): Promise<boolean> {
    const stored = token.read();
    if (stored !== null && stored !== sent) return Promise.resolve(true);
    if (uid() === null) return Promise.resolve(false);
    renewal ??= exchange().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
}
