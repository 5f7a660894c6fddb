import { type Auth, onIdTokenChanged, type User } from '@firebase/auth';

const AHEAD_MS = 5 * 60_000;
const MIN_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = 16 * 60_000;

/** What the SDK writes of a token; by this device's clock, in ms. */
type Stored = { stsTokenManager?: { expirationTime?: number } };

/**
 * Renews the ID token 5 minutes before it expires, and without a connection again after 30 s, doubling up to 16 minutes.
 * The SDK itself does so only where another Firebase library listens for tokens. Anything but a lost connection ends it
 * until there is another token: the next request that needs one reports the error.
 */
export function renewIdTokens(auth: Auth): void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function renewIn(ms: number, user: User, backoffMs = MIN_BACKOFF_MS): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      try {
        await user.getIdToken(true);
      } catch (error) {
        const isOffline = (error as { code?: string }).code === 'auth/network-request-failed';
        if (isOffline && auth.currentUser === user)
          renewIn(backoffMs, user, Math.min(2 * backoffMs, MAX_BACKOFF_MS));
      }
    }, ms);
  }

  onIdTokenChanged(auth, (user) => {
    clearTimeout(timer);
    const expiresAt = (user?.toJSON() as Stored | undefined)?.stsTokenManager?.expirationTime;
    if (user && expiresAt !== undefined) renewIn(Math.max(0, expiresAt - AHEAD_MS - Date.now()), user);
  });
}
