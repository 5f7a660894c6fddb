import { t } from '@lingui/core/macro';
import type { AccessToken } from '#web/api/access-token.ts';
import { ApiError } from '#web/api/errors.ts';
import type { AuthClient } from './client.ts';
import type { CurrentSession, IdentityClient, IdentityUser } from './identity.ts';
import { isStaff } from './is-staff.ts';
import type { SessionPersistence } from './persistence.ts';
import type { AuthEvent, AuthState, ClientEffect, SignOutOptions } from './session-machine.ts';

export type SessionContext = {
  getState: () => AuthState;
  dispatch: (event: AuthEvent) => Promise<unknown>;
  persistence: SessionPersistence;
  token: AccessToken;
};

export type Authenticate = (identity: IdentityClient) => Promise<IdentityUser>;

export type UpdateOptions = {
  /**
   * The user has signed in again: a new access token reports that to the product server, even if the provider continues
   * the same session.
   */
  renewsAccess?: boolean;
};

export type SessionOperations = ReturnType<typeof createSessionOperations>;

/** Creates the session store's operations that need the identity SDK. They are loaded together with the SDK. */
export function createSessionOperations(client: AuthClient, context: SessionContext) {
  const { getState, dispatch, persistence, token } = context;
  const { identity } = client;

  function run(effect: ClientEffect): Promise<unknown> {
    switch (effect.type) {
      case 'sync-sdk':
        return identity.account.syncFromStorage().catch(() => undefined);
      case 'follow-sdk':
        return followSdk().catch(() => undefined);
      case 'check-sdk':
        return checkSdk(effect.uid);
      case 'exchange':
        return exchangeFor(effect.user, effect.signOutCount);
      case 'sign-out-sdk':
        return identity.signOut();
      case 'finish-sign-out':
        return finishSignOut(effect.token);
    }
  }

  async function followSdk(): Promise<void> {
    await identity.account.syncFromStorage();
    const user = await identity.currentUser();
    const uid = persistence.uid();
    if (user?.uid === uid) await dispatch({ type: 'sdk-user-changed', user });
    // The other tab's SDK uses another storage (identity-stores.ts).
    else if (uid) await client.reload();
  }

  async function checkSdk(uid: string): Promise<void> {
    await identity.account.syncFromStorage().catch(() => undefined);
    await dispatch({ type: 'sdk-user-checked', uid, user: await identity.currentUser() });
  }

  async function exchangeFor(user: IdentityUser, signOutCount: number): Promise<void> {
    try {
      await exchange(user, false, signOutCount);
      await dispatch({ type: 'authenticated', user });
    } catch (error) {
      await dispatch({ type: 'exchange-failed', user, isRejected: isAccessRejected(error), signOutCount });
    }
  }

  /** Exchanges the user's ID token for an access token and stores it. Throws if the user has signed out since. */
  async function exchange(user: IdentityUser, isFresh: boolean, signOutCount = getState().signOutCount) {
    const response = await client.exchange(user.email, await identity.idToken(isFresh));
    if (getState().signOutCount !== signOutCount) {
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
      // First, because the end of the identity session revokes the token as well: it would then be refused.
      if (accessToken !== null) await client.revoke(accessToken).catch(() => undefined);
      if (persistence.isSigningOut()) await identity.signOut();
      persistence.setSigningOut(false);
    } catch {
      // Offline: the stored flag remains, and the next page load signs out.
    }
  }

  async function signIn(authenticate: Authenticate): Promise<{ created: boolean }> {
    persistence.setSigningOut(false);
    void dispatch({ type: 'sign-in-started' });
    let user: IdentityUser | undefined;
    try {
      const previousSession = await identity.sessions?.current();
      user = await authenticate(identity);
      const { firstPage, created } = await exchange(user, false);
      void dispatch({ type: 'authenticated', user: firstPage ? { ...user, firstPage } : user });
      if (await isReplaced(previousSession)) await endReplaced(previousSession);
      return { created };
    } catch (error) {
      await dispatch({ type: 'sign-in-failed', user });
      throw error;
    } finally {
      void dispatch({ type: 'sign-in-ended' });
    }
  }

  /** Changes the current user's profile or credentials. Does nothing if the user has signed out since `signOutCount`. */
  async function updateUser(
    authenticate: Authenticate,
    signOutCount: number,
    { renewsAccess = false }: UpdateOptions = {},
  ): Promise<void> {
    const previousSession = await identity.sessions?.current();
    const user = await authenticate(identity);
    const { user: previousUser } = getState().session;
    // A tab opened a moment ago may still be restoring the stored user.
    const uid = previousUser?.uid ?? persistence.uid();
    if (getState().signOutCount !== signOutCount || uid !== user.uid) return;
    // The product server reads `emailVerified` from a new ID token.
    const isNewlyVerified = previousUser?.emailVerified === false && user.emailVerified;
    // Without a token the stored user still needs the exchange that the SDK's report starts.
    if (previousUser || token.read()) void dispatch({ type: 'authenticated', user });
    persistence.broadcastUser(user);
    const hasNewSession = await isReplaced(previousSession);
    if (!hasNewSession && !renewsAccess && !isNewlyVerified) return;
    // The access token ends with the previous session. A call in between gets a 401 and renews it, in any tab.
    if (hasNewSession) token.clear();
    await exchange(user, isNewlyVerified).catch((error: unknown) => {
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

  /** Stores a new access token, once for all callers. Returns false if there is no user or the request fails. */
  function renewAccess(): Promise<boolean> {
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  async function renew(): Promise<boolean> {
    try {
      // Another tab may have replaced the session that this tab's SDK holds.
      await identity.account.syncFromStorage();
      const user = await identity.currentUser();
      if (user) await exchange(user, true);
      return user !== null;
    } catch (error) {
      if (isAccessRejected(error)) await signOut({ keepToken: false });
      return false;
    }
  }

  async function deleteAccount(): Promise<void> {
    await client.deleteUser();
    // The server deleted the token with the account, so there is nothing to revoke.
    token.clear();
    await signOut({ keepToken: false, isSignedOutByUser: true, isAccountDeleted: true });
  }

  const signOut = (options: SignOutOptions) => dispatch({ type: 'signed-out', options });

  return { identity, run, signIn, updateUser, renewAccess, deleteAccount };
}

/** Whether the product server rejected the credentials, as opposed to being unreachable. */
const isAccessRejected = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 422].includes(error.status);
