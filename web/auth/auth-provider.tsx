import { useSyncExternalStore } from 'react';
import { accessToken, setAuthInterceptor } from '#web/api/access-token.ts';
import { NetworkError } from '#web/api/errors.ts';
import { clearUserQueries } from '#web/api/shared-cache.ts';
import { loadChunk } from '#web/document/chunk-load-error.ts';
import { basePath } from '#web/i18n/language.ts';
import type { MfaChallenge } from './mfa-methods.ts';
import { profileChangeKey, sessionPersistence, userKey } from './persistence.ts';
import { loadingSession, type Session } from './session-machine.ts';
import { createSessionStore } from './store.ts';

const store = createSessionStore({
  async loadOperations(context) {
    // Do not import while offline: a module whose download failed stays unavailable until the page reloads.
    // The service worker caches it for a signed-in user.
    if (!navigator.onLine && !(sessionPersistence.uid() && navigator.serviceWorker?.controller))
      throw new NetworkError();
    const { loadSessionOperations } = await loadChunk(import('./client.ts'));
    return loadSessionOperations(context);
  },
  persistence: sessionPersistence,
  token: accessToken,
  clearUserData: () => clearUserQueries(),
});

export const useSession = (): Session =>
  useSyncExternalStore(store.subscribe, store.read, () => loadingSession);

/**
 * Restores the stored session. Called once, after hydration.
 * @param idle on a page that can render for a remembered user, the session is restored after this promise resolves, or
 * when `resolveUser` is called
 */
export function startSession(idle?: Promise<unknown>): void {
  setAuthInterceptor(store);
  store.start(idle);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === userKey || key === null) store.syncWithOtherTab();
    if (key === profileChangeKey && newValue) store.applyUserUpdate(JSON.parse(newValue));
  });
  // Retry a restore that failed while offline.
  addEventListener('online', () => store.syncWithOtherTab());
  // A page in the back/forward cache has missed storage events from other tabs.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.syncWithOtherTab();
  });
}

/** Restores the session now, for code that needs the user. */
export const resolveUser = store.restore;

/** Retries a restore that failed with `unreachable`. */
export const retrySession = store.syncWithOtherTab;

/** `created`: the user is new to the product server. All sign-ins throw IdentityError, ApiError or NetworkError. */
export type SignInResult = { created: boolean };

export const signIn = (email: string, password: string): Promise<SignInResult> =>
  store.signIn((identity) => identity.signIn(email, password));

/** Creates an account and signs in. Also emails a verification link; an error there is ignored. */
export async function register(name: string, email: string, password: string): Promise<SignInResult> {
  const result = await store.signIn((identity) => identity.register(name, email, password));
  void verifyEmail().catch(() => undefined);
  return result;
}

/** Emails the signed-in user a link that verifies their address. */
export async function verifyEmail(): Promise<void> {
  await (await store.loadIdentity()).account.verifyEmail(`${location.origin}${basePath}/dashboard/account`);
}

/** Completes a sign-in that threw MfaRequiredError, with the code of one of its factors. */
export const finishSignIn = (
  challenge: MfaChallenge,
  factorId: string,
  code: string,
): Promise<SignInResult> => store.signIn(() => challenge.finish(factorId, code));

/** Signs out. The desktop logout removes the stored access token; the mobile menu keeps it, and the server revokes it. */
export const signOut = ({ keepToken }: { keepToken: boolean }): Promise<void> =>
  store.signOut({ keepToken, isSignedOutByUser: true });

export const completeSignIn = store.signIn;

/** Changes the signed-in user's profile or credentials, in every tab. */
export const changeUser = store.updateUser;

/** Signs the same user in again and renews the access token. */
export const reauthenticateUser = (authenticate: Parameters<typeof store.updateUser>[0]): Promise<void> =>
  store.updateUser(authenticate, { renewsAccess: true });

/** Reloads the user, whom an email link may have changed. Ignores errors: the next page load reads the user again. */
export const reloadUser = (): Promise<void> =>
  store
    .updateUser(async (identity) => {
      // Wait until the SDK has restored its user.
      await identity.currentUser();
      return identity.account.reload();
    })
    .catch(() => undefined);

export const deleteAccount = store.deleteAccount;

/** Emails a password reset link. Does not reveal whether the address has an account. */
export async function sendPasswordReset(email: string): Promise<void> {
  const identity = await store.loadIdentity();
  try {
    await identity.sendPasswordReset(email, `${location.origin}${basePath}/login`);
  } catch (error) {
    if ((error as { code?: string }).code !== 'user-not-found') throw error;
  }
}

/** Loads the identity provider, for pages that use it directly. */
export const loadIdentityClient = store.loadIdentity;
