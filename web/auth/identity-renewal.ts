import { type Auth, onIdTokenChanged, type User } from '@firebase/auth';
import { IdentityError } from './identity.ts';
import type { UserCalls } from './user-calls.ts';

const RENEW_BEFORE_MS = 5 * 60_000;
const MIN_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 16 * 60_000;

/** The SDK's serialized user. The expiration time is in ms by this device's clock. */
type SerializedUser = { stsTokenManager?: { expirationTime?: number } };

/**
 * Renews the ID token 5 minutes before it expires, because the SDK does so only if another Firebase library
 * listens for tokens. While offline, retries after 30 s and doubles the delay up to 16 minutes. Any other
 * error stops renewal until the next token, and the next request that needs a token reports the error.
 */
export function renewIdTokens(auth: Auth, asUser: UserCalls['asUser']): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function renewIn(ms: number, user: User, backoffMs = MIN_BACKOFF_MS): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        await asUser((current) => current.getIdToken(true));
      } catch (error) {
        const isOffline = error instanceof IdentityError && error.code === 'network-request-failed';
        if (isOffline && auth.currentUser === user)
          renewIn(backoffMs, user, Math.min(2 * backoffMs, MAX_BACKOFF_MS));
      }
    }, ms);
  }

  onIdTokenChanged(auth, (user) => {
    clearTimeout(timer);
    const expiresAt = (user?.toJSON() as SerializedUser | undefined)?.stsTokenManager?.expirationTime;
    if (user && expiresAt !== undefined) renewIn(Math.max(0, expiresAt - RENEW_BEFORE_MS - Date.now()), user);
  });
}
