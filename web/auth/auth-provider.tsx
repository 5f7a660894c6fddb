import { useSyncExternalStore } from 'react';
import { accessToken, setAuthInterceptor } from '#web/api/access-token.ts';
import { NetworkError } from '#web/api/errors.ts';
import { clearUserQueries } from '#web/api/shared-cache.ts';
import { loadChunk } from '#web/browser/chunk-load-error.ts';
import { waitForPayments } from './delay-reload.ts';
import { profileChangeKey, sessionPersistence, userKey } from './persistence.ts';
import { loadingSession, type Session } from './session.ts';
import { createSessionStore } from './store.ts';

const store = createSessionStore({
  async loadOperations(context, isSignIn) {
    // Do not import while offline: a module whose download failed stays unavailable until the page reloads.
    // For a signed-in user, the service worker has cached the module.
    if (!navigator.onLine && !(sessionPersistence.uid() && navigator.serviceWorker?.controller))
      throw new NetworkError();
    const { loadSessionOperations } = await loadChunk(import('./session-operations.ts'));
    return loadSessionOperations(context, isSignIn);
  },
  persistence: sessionPersistence,
  token: accessToken,
  clearUserData: () => clearUserQueries(),
  reload: () => void waitForPayments().then(() => location.reload()),
});

export const useSession = (): Session =>
  useSyncExternalStore(store.subscribe, store.read, () => loadingSession);

/**
 * Restores the stored session. Called once, after hydration.
 * @param idle on a page that can render for a remembered user, the session is restored after this promise
 * resolves, or when `restoreSession` is called
 */
export function startSession(idle?: Promise<unknown>): void {
  setAuthInterceptor({
    ...store,
    read() {
      store.followOtherTabs();
      return store.read();
    },
  });
  store.start(idle);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === userKey || key === null) store.followOtherTabs();
    if (key === profileChangeKey && newValue) store.applyUserUpdate(JSON.parse(newValue));
  });
  addEventListener('online', store.retry);
  // A page in the back/forward cache has missed storage events from other tabs.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.followOtherTabs();
  });
}

/** Restores the session now, for code that needs the user. */
export const restoreSession = store.restore;

/** Retries a restore that failed (`restoreError`). */
export const retrySession = store.retry;

/**
 * Signs out. The desktop logout removes the stored access token. The mobile menu's logout leaves it in
 * storage, but the server revokes it.
 */
export const signOut = ({ keepToken }: { keepToken: boolean }): Promise<void> =>
  store.signOut({ keepToken, isSignedOutByUser: true });

/** Signs in with `authenticate`. Throws IdentityError, ApiError or NetworkError. */
export const completeSignIn = store.signIn;

/** Changes the signed-in user's profile or credentials, in every tab. */
export const changeUser = store.updateUser;

export const deleteAccount = store.deleteAccount;

/** Loads the identity provider, for pages that use it directly. */
export const loadIdentityClient = store.loadIdentity;
