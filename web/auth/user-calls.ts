import type { Auth, User } from '@firebase/auth';
import { t } from '@lingui/core/macro';
import { IdentityError } from './identity.ts';
import type { WithTranslatedErrors } from './with-translated-errors.ts';

type Call<T> = (user: User) => Promise<T>;

/**
 * Calls that send the current user's tokens. A call that ends the session of these tokens runs alone: the SDK signs the
 * user out when the provider rejects a token, even if that token was replaced while the call was on its way.
 */
export type UserCalls = {
  /** Throws IdentityError `no-current-user` without a user, like `replaceSession`. */
  asUser<T>(call: Call<T>): Promise<T>;
  /** Runs a call that ends the session of the tokens and stores those of a new one. */
  replaceSession<T>(call: Call<T>): Promise<T>;
  /** Runs after the tokens of a new session are stored. */
  afterReplacement<T>(action: () => Promise<T>): Promise<T>;
  /** Runs after all calls that may have sent the tokens; later calls wait for it. */
  afterCalls<T>(action: () => Promise<T>): Promise<T>;
};

export function createUserCalls(auth: Auth, translateErrors: WithTranslatedErrors): UserCalls {
  const running = new Set<Promise<unknown>>();
  let replacement: Promise<unknown> = Promise.resolve();

  function afterReplacement<T>(action: () => Promise<T>): Promise<T> {
    const result = replacement.then(action);
    const settled: Promise<unknown> = result.catch(ignore).finally(() => running.delete(settled));
    running.add(settled);
    return result;
  }

  function afterCalls<T>(action: () => Promise<T>): Promise<T> {
    const result = Promise.all([replacement, ...running]).then(action);
    replacement = result.catch(ignore);
    return result;
  }

  const withUser =
    <T>(call: Call<T>) =>
    (): Promise<T> =>
      translateErrors(async () => {
        if (!auth.currentUser) throw new IdentityError('no-current-user', t`Sign in and try again.`);
        return call(auth.currentUser);
      });

  return {
    asUser: (call) => afterReplacement(withUser(call)),
    replaceSession: (call) => afterCalls(withUser(call)),
    afterReplacement,
    afterCalls,
  };
}

const ignore = () => undefined;
