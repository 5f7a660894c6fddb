import type { AccessToken } from '#web/api/access-token.ts';
import type { IdentityClient, IdentityUser } from './identity.ts';
import { changeLock, withLock } from './locks.ts';
import type { SessionPersistence } from './persistence.ts';
import {
  loadingSession,
  replacedSession,
  type Session,
  type SignOutOptions,
  signedOutSession,
} from './session.ts';
import type { Authenticate, SessionContext, SessionOperations, UpdateOptions } from './session-operations.ts';

export type SessionStoreDeps = {
  /**
   * @param isSignIn whether the operations are for a new sign-in. If false, rejects when the stored user's
   * session cannot be read, because it may still exist.
   */
  loadOperations: (context: SessionContext, isSignIn?: boolean) => Promise<SessionOperations>;
  persistence: SessionPersistence;
  token: AccessToken;
  /** Removes the current user's data from the query cache. */
  clearUserData: () => void;
  /** Reloads the page once no payment is in progress. */
  reload: () => void;
};

/**
 * Holds the session of this page. A signed-in user has a session at the identity provider and an access token
 * of the product server.
 */
export function createSessionStore(deps: SessionStoreDeps) {
  const { loadOperations, persistence, token, clearUserData, reload } = deps;
  let session = loadingSession;
  /** The stored user id as this page has last read or written it. */
  let lastUid: string | null = null;
  /** Number of sign-outs and changes of the stored user, in all tabs. */
  let signOutCount = 0;
  let operations: Promise<SessionOperations> | undefined;
  const listeners = new Set<() => void>();
  const context: SessionContext = {
    getSession: () => session,
    followOtherTabs,
    watchSignOuts,
    showUser,
    clear,
    signOut,
    endSession,
    persistence,
    token,
  };

  function show(next: Session): void {
    session = next;
    for (const listener of listeners) listener();
  }

  function showUser(user: IdentityUser): void {
    if (user.uid !== (session.user?.uid ?? lastUid)) clearUserData();
    persistence.storeUid(user.uid);
    lastUid = persistence.uid();
    const displayName = user.displayName.trim() || (user.email.split('@')[0] ?? '');
    show({
      state: 'signed-in',
      user: { ...user, displayName },
      loginValue: true,
      isSignedOutByUser: false,
    });
  }

  /** Ends the session in this browser only, not at the server or the identity provider. */
  function clear({ keepToken, isSignedOutByUser = false, isAccountDeleted }: SignOutOptions): void {
    signOutCount += 1;
    if (!keepToken) token.clear();
    persistence.clear({ isSignedOutByUser });
    lastUid = persistence.uid();
    clearUserData();
    show({ ...signedOutSession, isSignedOutByUser, isAccountDeleted });
  }

  /** Ends the session here, at the identity provider and at the product server. */
  async function signOut(options: SignOutOptions): Promise<void> {
    const revoked = token.read();
    persistence.setSigningOut(true);
    clear(options);
    await load().then((loaded) => loaded.finishSignOut(revoked), ignore);
  }

  /**
   * Ends the session of a rejected access token, unless a sign-in has replaced the token: the response may be
   * late.
   */
  function endSession(rejectedToken: string | null): void {
    if (!followOtherTabs() && token.read() === rejectedToken) void signOut({ keepToken: false });
  }

  /**
   * Hides the page and loads it again once another tab has stored another user or has signed out. If the
   * session has expired in another tab, only signs out, so that the typed text is kept (0113). Returns
   * whether the page is loaded again.
   */
  function followOtherTabs(): boolean {
    const uid = persistence.uid();
    if (session === replacedSession || uid === lastUid) return session === replacedSession;
    lastUid = uid;
    signOutCount += 1;
    clearUserData();
    if (uid === null) persistence.removeDraft();
    show(uid === '' ? signedOutSession : replacedSession);
    if (uid !== '') reload();
    return uid !== '';
  }

  /** Returns a function that returns true until any tab signs out or stores another user. */
  function watchSignOuts(): () => boolean {
    const before = signOutCount;
    return () => !followOtherTabs() && signOutCount === before;
  }

  /** Loads the identity SDK on first use, and again after a failure. */
  function load(isSignIn?: boolean): Promise<SessionOperations> {
    operations ??= loadOperations(context, isSignIn).catch((error) => {
      operations = undefined;
      throw error;
    });
    return operations;
  }

  /** Restores the session now, unless it is restored already or no user is stored. */
  function restore(): void {
    if (session.state !== 'loading' || !lastUid) return;
    load().catch((error) => {
      if (session.state === 'loading') show({ ...signedOutSession, restoreError: error });
    });
  }

  function restoreStored(idle?: Promise<unknown>): void {
    if (!lastUid) {
      show(signedOutSession);
      return;
    }
    const isRemembered = token.read() !== null || undefined;
    show({ ...loadingSession, loginValue: true, isRemembered });
    if (isRemembered && idle) void idle.then(restore);
    else restore();
  }

  return {
    read: () => session,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Restores the stored session, after `idle` if the page can render for a remembered user. */
    start(idle?: Promise<unknown>): void {
      lastUid = persistence.uid();
      if (persistence.isSigningOut()) void load().then((loaded) => loaded.finishSignOut(null), ignore);
      restoreStored(idle);
    },
    restore,
    followOtherTabs,
    /** Retries a restore that failed. */
    retry(): void {
      if (session.restoreError !== undefined) restoreStored();
    },
    async signIn(authenticate: Authenticate) {
      // If a pending restore fails to load the SDK, load it again.
      const loaded = (await operations?.catch(ignore)) ?? (await load(true));
      return loaded.signIn(authenticate);
    },
    /** Changes the current user's profile or credentials, in every tab. */
    updateUser(authenticate: Authenticate, options?: UpdateOptions): Promise<void> {
      const isCurrent = watchSignOuts();
      return withLock(changeLock, 'shared', async () =>
        (await load()).updateUser(authenticate, isCurrent, options),
      );
    },
    signOut,
    /**
     * Gets a new access token after a 401, once for all the calls that fail together. Returns whether a token
     * other than `rejectedToken` is now stored.
     */
    async renewAccess(rejectedToken: string | null): Promise<boolean> {
      const stored = token.read();
      if (stored !== null && stored !== rejectedToken) return true;
      if (!(session.user?.uid ?? persistence.uid())) return false;
      return load().then(
        (loaded) => loaded.renewAccess(),
        () => false,
      );
    },
    /**
     * Signs out after a 403, unless another token has replaced the rejected one. First waits for a pending
     * change of credentials, perhaps in another tab, which may end the session before it stores the new one.
     * Returns whether the call can be repeated.
     */
    async onForbidden(rejectedToken: string | null): Promise<boolean> {
      await withLock(changeLock, 'exclusive', async () => {});
      const stored = token.read();
      if (rejectedToken !== null) endSession(rejectedToken);
      return stored !== null && stored !== rejectedToken;
    },
    /** Handles a change of the user in another tab. */
    applyUserUpdate(user: IdentityUser): void {
      if (session.user?.uid === user.uid) showUser(user);
    },
    /** Returns the identity provider, which is loaded on first use. */
    loadIdentity: async (): Promise<IdentityClient> => (await load()).identity,
    deleteAccount: async (): Promise<void> => (await load()).deleteAccount(),
  };
}

const ignore = () => undefined;
