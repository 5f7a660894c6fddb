import { useSyncExternalStore } from 'react';
import { accessToken, setAuthInterceptor } from '#web/api/access-token.ts';
import { NetworkError } from '#web/api/errors.ts';
import { clearUserQueries } from '#web/api/shared-cache.ts';
import { loadChunk } from '#web/document/chunk-load-error.ts';
import { basePath } from '#web/i18n/language.ts';
import { type Session, unknownSession } from './auth-state.ts';
import type { MfaChallenge } from './mfa-methods.ts';
import { profileChangeKey, sessionPersistence, userKey } from './persistence.ts';
import { createSessionStore } from './store.ts';

const store = createSessionStore({
  async loadAuthClient() {
    // Not even tried without a connection: a module that could not be fetched stays lost until the page is reloaded.
    // The service worker keeps it for whoever is remembered here.
    if (!navigator.onLine && !(sessionPersistence.uid() && navigator.serviceWorker?.controller))
      throw new NetworkError();
    const { loadAuthClient } = await loadChunk(import('./client.ts'));
    return loadAuthClient();
  },
  memory: sessionPersistence,
  token: accessToken,
  forgetPerson: () => clearUserQueries(),
});

export const useSession = (): Session =>
  useSyncExternalStore(store.subscribe, store.read, () => unknownSession);

/**
 * Finds out who is signed in; called once, when the page comes alive. Whoever this browser remembers is looked up
 * `until` then, or when `lookUpPerson` is called.
 */
export function startSession(until?: Promise<unknown>): void {
  setAuthInterceptor({ renew: store.renew, refuse: store.refuse });
  store.start(until);
  addEventListener('storage', ({ key, newValue }) => {
    if (key === userKey || key === null) store.followOtherTab();
    if (key === profileChangeKey && newValue) store.followChange(JSON.parse(newValue));
  });
  // Who could not be looked up without a connection is looked up now.
  addEventListener('online', () => store.followOtherTab());
  // A page kept by the browser for the Back button has missed what other tabs did meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) store.followOtherTab();
  });
}

/** For what cannot go on before it is known who is signed in. */
export const resolveUser = store.lookUp;

/** Tries once more what `unreachable` tells of. */
export const retrySession = (): void => store.followOtherTab();

/** `created`: the product server had not known this person. All sign-ins throw IdentityError, ApiError or NetworkError. */
export type SignInResult = { created: boolean };

export const signIn = (email: string, password: string): Promise<SignInResult> =>
  store.enter((identity) => identity.signIn(email, password));

/** Mails the new person a link that proves their address, too; whether that works changes nothing. */
export async function register(name: string, email: string, password: string): Promise<SignInResult> {
  const entered = await store.enter((identity) => identity.register(name, email, password));
  void verifyEmail().catch(() => undefined);
  return entered;
}

/** Mails the signed-in person a link that proves their address. */
export async function verifyEmail(): Promise<void> {
  await (await store.identity()).account.verifyEmail(`${location.origin}${basePath}/dashboard/account`);
}

/** Ends a sign-in that threw SecondFactorNeeded, with the code of one of its factors. */
export const finishSignIn = (step: MfaChallenge, factorId: string, code: string): Promise<SignInResult> =>
  store.enter(() => step.finish(factorId, code));

/** Both logouts: the desktop one removes the stored access token, the mobile menu's leaves it (the server revokes it). */
export const signOut = ({ keepToken }: { keepToken: boolean }): Promise<void> =>
  store.leave({ keepToken, left: true });

export const completeSignIn = store.enter;

/** Changes something about the signed-in person, in every tab. */
export const changeUser = store.change;

/** The same for a repeated sign-in: the access token that follows is of this moment, too. */
export const reauthenticateUser = (act: Parameters<typeof store.change>[0]): Promise<void> =>
  store.change(act, { renewsAccess: true });

/** A mailed link may have changed something about the signed-in person. What fails now is seen on the next page. */
export const reloadUser = (): Promise<void> =>
  store
    .change(async (identity) => {
      // Until then the SDK knows nobody.
      await identity.current();
      return identity.account.reload();
    })
    .catch(() => undefined);

export const deleteAccount = store.deleteAccount;

/** Mails a link to choose a new password. Says nothing about whether the address has an account. */
export async function sendPasswordReset(email: string): Promise<void> {
  const identity = await store.identity();
  try {
    await identity.sendPasswordReset(email, `${location.origin}${basePath}/login`);
  } catch (error) {
    if ((error as { code?: string }).code !== 'user-not-found') throw error;
  }
}

/** The identity provider itself, for pages that redeem its links. */
export const loadIdentityClient = store.identity;
