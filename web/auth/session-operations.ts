import { t } from '@lingui/core/macro';
import { deleteUser, endSession as endProductSession, registerUser } from '#contract/users.ts';
import type { AccessToken } from '#web/api/access-token.ts';
import { call } from '#web/api/client.ts';
import { siteConfig } from '#web/api/config.ts';
import { ApiError } from '#web/api/errors.ts';
import type { CurrentSession, IdentityClient, IdentityUser } from './identity.ts';
import { createIdentityClient } from './identity-sdk.ts';
import { listSessionStores } from './identity-stores.ts';
import { isStaff } from './is-staff.ts';
import { signInLock, tokensLock, withLock } from './locks.ts';
import type { SessionPersistence } from './persistence.ts';
import { prefetchRoutes } from './prefetch-routes.ts';
import type { Session, SignOutOptions } from './session.ts';

/** Identity provider and account calls; loaded only for users who sign in. */
export type AuthClient = {
  identity: IdentityClient;
  /**
   * Exchanges an ID token for an access token. `created` is true if the user is new to the product server.
   */
  exchange(email: string, idToken: string): Promise<{ token: string; created: boolean }>;
  /** Ends the product session of an access token. */
  revoke(token: string): Promise<void>;
  deleteUser(): Promise<void>;
};

/** The parts of the session store that the operations use. */
export type SessionContext = {
  getSession: () => Session;
  followOtherTabs: () => boolean;
  watchSignOuts: () => () => boolean;
  showUser: (user: IdentityUser) => void;
  clear: (options: SignOutOptions) => void;
  signOut: (options: SignOutOptions) => Promise<void>;
  endSession: (rejectedToken: string | null) => void;
  persistence: SessionPersistence;
  token: AccessToken;
};

export type Authenticate = (identity: IdentityClient) => Promise<IdentityUser>;

export type UpdateOptions = {
  /**
   * Set if the user has signed in again: a new access token reports that to the product server, even if the
   * provider continues the same session.
   */
  renewsAccess?: boolean;
};

export type SessionOperations = ReturnType<typeof createSessionOperations>;

/**
 * Loads the identity SDK for the configured provider, and the operations of the session store that need it.
 */
export async function loadSessionOperations(
  context: SessionContext,
  isSignIn = false,
): Promise<SessionOperations> {
  const client = await createAuthClient(isSignIn, () => context.getSession().user?.uid);
  // Ignore errors, because prefetching only saves time.
  void prefetchRoutes().catch(() => {});
  return createSessionOperations(client, context);
}

/**
 * Creates the session store's operations that need the identity SDK. They are loaded together with the SDK.
 */
export function createSessionOperations(client: AuthClient, context: SessionContext) {
  const { getSession, followOtherTabs, watchSignOuts, showUser, clear, signOut, persistence, token } =
    context;
  const { identity } = client;
  /**
   * While a sign-in is pending, only its result counts. Reports of the SDK and late responses are ignored.
   */
  let pendingSignIns = 0;
  identity.onUserChange((user) => void followSdk(user));

  /**
   * Gets an access token for the user that the SDK reports. If there is no user, ends the session of this
   * page.
   */
  async function followSdk(reported: IdentityUser | null): Promise<void> {
    if (pendingSignIns > 0 || persistence.isSigningOut() || followOtherTabs()) return;
    const [isCurrent, stored] = [watchSignOuts(), token.read()];
    const { state, user: shown } = getSession();
    // Stay signed out if the SDK has no user, or only a leftover session or another tab's unfinished sign-in.
    if (state === 'signed-out' && !(reported && persistence.uid())) return;
    if (reported && reported.uid === persistence.uid() && stored) return showUser(reported);
    // The SDK may report late that an earlier session has ended.
    if (!reported) await identity.account.syncFromStorage().catch(() => undefined);
    const user = reported ?? (await identity.currentUser());
    if (!isCurrent()) return;
    if (!user) return endSession(stored);
    // Another tab is signing in as this user, and stores the user when it has finished.
    if (shown && shown.uid !== user.uid) return;
    try {
      if (user.uid !== persistence.uid() || !token.read()) await exchange(user, false, isCurrent);
      showUser(user);
    } catch (error) {
      if (!isCurrent()) return;
      if (isAccessRejected(error)) endSession(stored);
      // If the server is unreachable, the identity session is still valid, and the next API call requests an
      // access token again.
      else showUser(user);
    }
  }

  function endSession(rejectedToken: string | null): void {
    if (pendingSignIns === 0) context.endSession(rejectedToken);
  }

  /**
   * Exchanges the user's ID token for an access token and stores it. Throws if the user has signed out in the
   * meantime.
   */
  async function exchange(user: IdentityUser, isFresh: boolean, isCurrent: () => boolean) {
    const response = await client.exchange(user.email, await identity.idToken(user.uid, isFresh));
    if (!isCurrent()) {
      await client.revoke(response.token);
      throw new Error(t`You were signed out. Sign in again.`);
    }
    token.store(response.token);
    return {
      created: response.created,
      firstPage: isStaff(response.token) ? ('/staff' as const) : undefined,
    };
  }

  async function finishSignOut(accessToken: string | null): Promise<void> {
    try {
      // Revoke the token first: ending the identity session also revokes it, and this call would then be
      // rejected.
      if (accessToken !== null) await client.revoke(accessToken).catch(() => undefined);
      if (persistence.isSigningOut()) await identity.signOut();
      persistence.setSigningOut(false);
    } catch {
      // If a call fails, for example offline, the stored flag remains, and the next page load signs out.
    }
  }

  const signIn = (authenticate: Authenticate): Promise<{ created: boolean }> =>
    withLock(signInLock, 'shared', () => completeSignIn(authenticate));

  async function completeSignIn(authenticate: Authenticate): Promise<{ created: boolean }> {
    const isCurrent = watchSignOuts();
    persistence.setSigningOut(false);
    pendingSignIns += 1;
    let user: IdentityUser | undefined;
    try {
      const previousSession = await identity.sessions?.current();
      user = await authenticate(identity);
      const { firstPage, created } = await exchange(user, false, isCurrent);
      // Clear the flag again: a rejected token of the previous session may have started a sign-out in the
      // meantime.
      persistence.setSigningOut(false);
      showUser(firstPage ? { ...user, firstPage } : user);
      if (await isReplaced(previousSession)) await endReplaced(previousSession);
      return { created };
    } catch (error) {
      if (!isCurrent()) throw error;
      // Without an access token, the new user is not signed in. If another user was signed in, sign out: that
      // user's identity session has been replaced.
      const { state, user: before } = getSession();
      if (state !== 'signed-in') await identity.signOut().catch(() => undefined);
      else if (user && user.uid !== before?.uid) await signOut({ keepToken: false });
      throw error;
    } finally {
      pendingSignIns -= 1;
      if (getSession().state === 'loading') clear({ keepToken: false });
    }
  }

  /**
   * Changes the current user's profile or credentials. Neither shows nor stores the result if the user signs
   * out in the meantime.
   */
  async function updateUser(
    authenticate: Authenticate,
    isCurrent: () => boolean,
    { renewsAccess = false }: UpdateOptions = {},
  ): Promise<void> {
    const previousSession = await identity.sessions?.current();
    const user = await authenticate(identity);
    const { user: previousUser } = getSession();
    // A tab that was opened a moment ago may still be restoring the stored user.
    const uid = previousUser?.uid ?? persistence.uid();
    if (!isCurrent() || uid !== user.uid) return;
    // The product server reads `emailVerified` from a new ID token.
    const isNewlyVerified = previousUser?.emailVerified === false && user.emailVerified;
    // If there is no token, do not show the user yet: the SDK's report first starts the exchange for a token.
    if (previousUser || token.read()) showUser(user);
    persistence.broadcastUser(user);
    const hasNewSession = await isReplaced(previousSession);
    if (!hasNewSession && !renewsAccess && !isNewlyVerified) return;
    // The access token ends with the previous session. Until the new token is stored, API calls in any tab
    // get a 401 and renew the token.
    if (hasNewSession) token.clear();
    await exchange(user, isNewlyVerified, isCurrent).catch((error: unknown) => {
      if (isAccessRejected(error)) throw error;
    });
    if (hasNewSession) await endReplaced(previousSession);
  }

  /** Whether another session has replaced the previous one in this browser. */
  const isReplaced = async (previousSession?: CurrentSession): Promise<boolean> =>
    previousSession !== undefined && (await identity.sessions?.current())?.id !== previousSession.id;

  /** Ends a replaced session. If the provider is unreachable, the session ends at its idle timeout. */
  const endReplaced = async (previousSession?: CurrentSession): Promise<void> =>
    previousSession?.endReplaced().catch(() => undefined);

  let renewal: Promise<boolean> | undefined;

  /**
   * Stores a new access token. Concurrent callers share one exchange. Returns false if a sign-in is pending,
   * if the SDK has no user or another one, or if the request fails.
   */
  function renewAccess(): Promise<boolean> {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function renew(): Promise<boolean> {
    if (pendingSignIns > 0) return false;
    const [isCurrent, rejected] = [watchSignOuts(), token.read()];
    try {
      // Another tab may have replaced the session that this tab's SDK holds.
      await identity.account.syncFromStorage();
      const user = await identity.currentUser();
      // Another tab may be signing in as another user.
      if (!user || user.uid !== (getSession().user?.uid ?? persistence.uid())) return false;
      await exchange(user, true, isCurrent);
      return true;
    } catch (error) {
      if (isAccessRejected(error)) endSession(rejected);
      return false;
    }
  }

  async function deleteAccount(): Promise<void> {
    await client.deleteUser();
    // The server deleted the token with the account, so there is nothing to revoke.
    token.clear();
    await signOut({ keepToken: false, isSignedOutByUser: true, isAccountDeleted: true });
  }

  return { identity, finishSignOut, signIn, updateUser, renewAccess, deleteAccount };
}

/** Whether the product server rejected the credentials, as opposed to being unreachable. */
const isAccessRejected = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 422].includes(error.status);

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Explains a 401 for a valid ID token: the Authorization header was removed on the way. */
function explainMissingToken(error: unknown): never {
  if (!(error instanceof ApiError) || error.status !== 401) throw error;
  const { status, code } = error;
  throw new ApiError(
    status,
    code,
    t`We could not confirm your sign-in. Turn off browser extensions for this site, then try again.`,
  );
}

async function createAuthClient(isSignIn: boolean, shownUid: () => string | undefined): Promise<AuthClient> {
  const { identity: config } = siteConfig();
  const stores = await listSessionStores(config.apiKey, { mustFindSession: !isSignIn });
  // The SDK sends the stored tokens when it starts. Under the lock, no call in any tab replaces them.
  const identity = await withLock(tokensLock, 'shared', async () => {
    const created = createIdentityClient(config, stores, shownUid);
    await created.currentUser();
    return created;
  });
  return {
    identity,
    async exchange(email, idToken) {
      const { token, result } = await call(registerUser, { body: { email }, headers: bearer(idToken) }).catch(
        explainMissingToken,
      );
      return { token, created: result.upsertedId !== undefined };
    },
    async revoke(token) {
      await call(endProductSession, { headers: bearer(token) });
    },
    async deleteUser() {
      await call(deleteUser);
      // The server deletes the account of the embedded provider. The hosted provider's account needs its SDK.
      if (config.provider === 'firebase') await identity.account.delete();
    },
  };
}
