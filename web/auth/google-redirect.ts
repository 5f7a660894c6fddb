import { loadChunk } from '#web/document/chunk-load-error.ts';
import { language } from '#web/i18n/language.ts';
import type { GoogleResult } from './google-popup.ts';
import { IdentityError } from './identity.ts';
import { keep } from './persistence.ts';

/** Left by the page that went to Google (the page of origin), and by the provider's page that came back from it. */
const originKey = 'bloodBuddiesGoogleOrigin';
const answerKey = 'bloodBuddiesGoogleAnswer';
const goodForMs = 10 * 60 * 1000;

/**
 * Leaves for Google on this page, which comes back to /login. `state` is what the location carries of the page of
 * origin. Fails where the browser keeps nothing for us.
 */
export function redirectToGoogle(state: unknown): Promise<never> {
  try {
    sessionStorage.setItem(originKey, JSON.stringify(state ?? null));
  } catch (cause) {
    return clientError('web-storage-unsupported', cause);
  }
  // It comes back to the English page, which goes on to the language that is remembered.
  keep('language', language);
  window.location.assign('/identity/oauth/google/start?mode=redirect');
  return new Promise(() => {});
}

/** What a visit ended in, once and within 10 minutes. */
export function takeGoogleRedirectResult(): { state: unknown; answer: GoogleResult } | undefined {
  const state = take(originKey);
  const ended = take(answerKey) as { at: number; answer: GoogleResult } | undefined;
  // Only for who left from here: nobody is to be signed in because somebody sent their browser to Google.
  if (state === undefined || !ended || Date.now() - ended.at > goodForMs) return undefined;
  return { state, answer: ended.answer };
}

function take(key: string): unknown {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept === null ? undefined : JSON.parse(kept);
  } catch {
    return undefined;
  }
}

/** What this browser refuses by itself, in the words of its code. They come when they are needed: every page carries this. */
export async function clientError(code: string, cause?: unknown): Promise<never> {
  const { providerMessage } = await loadChunk(import('./provider-message.ts'));
  throw new IdentityError(code, providerMessage(code, ''), cause);
}
