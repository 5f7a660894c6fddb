import { loadChunk } from '#web/browser/chunk-load-error.ts';
import { language } from '#web/i18n/language.ts';
import type { GoogleResult } from './google-popup.ts';
import { IdentityError } from './identity.ts';
import { writeItem } from './persistence.ts';

/** Session storage keys of the page of origin, and of the result that the provider's callback page stores. */
const originKey = 'bloodBuddiesGoogleOrigin';
export const googleResultKey = 'bloodBuddiesGoogleResult';
const RESULT_TTL_MS = 10 * 60 * 1000;

/**
 * Redirects this page to Google, which redirects back to /login. Rejects if session storage is blocked.
 * @param state the location state with the page of origin
 */
export function redirectToGoogle(state: unknown): Promise<never> {
  try {
    sessionStorage.setItem(originKey, JSON.stringify(state ?? null));
  } catch (cause) {
    return rejectWithMessage('web-storage-unsupported', cause);
  }
  // The redirect returns to the English page, which then opens the stored language.
  writeItem('language', language);
  window.location.assign('/identity/oauth/google/start?mode=redirect');
  return new Promise(() => {});
}

/**
 * Removes the redirect's result and returns it. Returns `undefined` if there is none, or if it is over 10
 * minutes old.
 */
export function takeGoogleRedirectResult(): { state: unknown; result: GoogleResult } | undefined {
  const state = take(originKey);
  const stored = take(googleResultKey) as { at: number; result: GoogleResult } | undefined;
  // Require our own stored state, because otherwise an attacker could sign a user in by sending their browser
  // to Google.
  if (state === undefined || !stored || Date.now() - stored.at > RESULT_TTL_MS) return undefined;
  return { state, result: stored.result };
}

function take(key: string): unknown {
  try {
    const value = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return value === null ? undefined : JSON.parse(value);
  } catch {
    return undefined;
  }
}

/**
 * Rejects with the message for an error that this browser detected. Loads the messages on demand, because
 * every page loads this file.
 */
export async function rejectWithMessage(code: string, cause?: unknown): Promise<never> {
  const { providerMessage } = await loadChunk(import('./provider-message.ts'));
  throw new IdentityError(code, providerMessage(code, ''), cause);
}
