import type { IdentityClient, IdentityUser } from './identity.ts';
import { changeLock, withLock } from './locks.ts';
import {
  type AuthEffect,
  type AuthEvent,
  initialState,
  type SignOutOptions,
  transition,
} from './session-machine.ts';
import type { Authenticate, SessionContext, SessionOperations, UpdateOptions } from './session-operations.ts';

export type SessionStoreDeps = Pick<SessionContext, 'persistence' | 'token'> & {
  /** @param isSignIn for a new sign-in; otherwise rejects if the stored user's session may exist and cannot be read */
  loadOperations: (context: SessionContext, isSignIn?: boolean) => Promise<SessionOperations>;
  /** Removes the current user's data from the query cache. */
  clearUserData: () => void;
};

/**
 * Holds the session of this page and runs the effects of session-machine.ts. A signed-in user is known to the identity
 * provider and has an access token of the product server.
 */
export function createSessionStore({ loadOperations, persistence, token, clearUserData }: SessionStoreDeps) {
  let state = initialState;
  let operations: Promise<SessionOperations> | undefined;
  const listeners = new Set<() => void>();
  const context = { getState: () => state, dispatch, persistence, token };

  /** Runs the effects in order, then notifies the listeners. Resolves when the asynchronous effects have finished. */
  function dispatch(event: AuthEvent): Promise<unknown> {
    const { session } = state;
    const stored = { uid: persistence.uid(), token: token.read(), isSigningOut: persistence.isSigningOut() };
    const next = transition(state, event, stored);
    state = next.state;
    const results = next.effects.map(run);
    if (state.session !== session) for (const listener of listeners) listener();
    return Promise.all(results);
  }

  function run(effect: AuthEffect): unknown {
    switch (effect.type) {
      case 'load-client':
        return void load().catch((error) => dispatch({ type: 'restore-failed', error }));
      case 'restore-after':
        return void effect.idle.then(restore);
      case 'store-user':
        if (effect.isNew) clearUserData();
        return persistence.storeUid(effect.user.uid);
      case 'clear-user':
        if (!effect.keepToken) token.clear();
        persistence.clear(state.session);
        return clearUserData();
      case 'mark-signing-out':
        return persistence.setSigningOut(true);
      // An SDK that is not loaded has nothing to sync.
      case 'sync-sdk':
      case 'follow-sdk':
        return void operations?.then((loaded) => loaded.run(effect), ignore);
      default:
        return load().then((loaded) => loaded.run(effect), ignore);
    }
  }

  /** Loads the identity SDK on first use, and again after a failure. */
  function load(isSignIn?: boolean): Promise<SessionOperations> {
    operations ??= loadOperations(context, isSignIn).then(
      (loaded) => {
        loaded.identity.onUserChange((user) => void dispatch({ type: 'sdk-user-changed', user }));
        return loaded;
      },
      (error) => {
        operations = undefined;
        throw error;
      },
    );
    return operations;
  }

  const restore = () => void dispatch({ type: 'restore-requested' });

  async function signOut(options: SignOutOptions): Promise<void> {
    await dispatch({ type: 'signed-out', options });
  }

  /**
   * Gets a new access token after a 401, once for all the calls that fail together. Returns whether a token other than
   * `rejectedToken` is now stored.
   */
  async function renewAccess(rejectedToken: string | null): Promise<boolean> {
    const stored = token.read();
    if (stored !== null && stored !== rejectedToken) return true;
    if (state.pendingSignIns > 0 || !(state.session.user?.uid ?? persistence.uid())) return false;
    return load().then(
      (loaded) => loaded.renewAccess(),
      () => false,
    );
  }

  return {
    read: () => state.session,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Restores the stored session, after `idle` if the page can render for a remembered user. */
    start: (idle?: Promise<unknown>) => void dispatch({ type: 'page-loaded', idle }),
    /** Restores the session now, unless it is known or no user is stored. */
    restore,
    async signIn(authenticate: Authenticate) {
      // A restore that is on its way may fail.
      const loaded = (await operations?.catch(ignore)) ?? (await load(true));
      return loaded.signIn(authenticate);
    },
    /** Changes the current user's profile or credentials, in every tab. */
    updateUser(authenticate: Authenticate, options?: UpdateOptions): Promise<void> {
      const { signOutCount } = state;
      return withLock(changeLock, 'shared', async () =>
        (await load()).updateUser(authenticate, signOutCount, options),
      );
    },
    signOut,
    renewAccess,
    /**
     * Signs out after a 403, unless another token has replaced the rejected one. A change of credentials, perhaps in another
     * tab, may end the session before its replacement is stored: waits for it. Returns whether the call can be repeated.
     */
    async onForbidden(rejectedToken: string | null): Promise<boolean> {
      await withLock(changeLock, 'exclusive', async () => {});
      const stored = token.read();
      if (rejectedToken !== null && rejectedToken === stored) void signOut({ keepToken: false });
      return stored !== null && stored !== rejectedToken;
    },
    /** Handles a sign-in or sign-out in another tab. */
    syncWithOtherTab: () => void dispatch({ type: 'other-tab-changed' }),
    /** Handles a change of the user in another tab. */
    applyUserUpdate: (user: IdentityUser) => void dispatch({ type: 'other-tab-updated-user', user }),
    /** Returns the identity provider, which is loaded on first use. */
    loadIdentity: async (): Promise<IdentityClient> => (await load()).identity,
    deleteAccount: async (): Promise<void> => (await load()).deleteAccount(),
  };
}

const ignore = () => undefined;
