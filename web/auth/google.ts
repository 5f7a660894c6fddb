import { isInAppBrowser } from '#web/browser/in-app-browser.ts';
import { completeSignIn } from './auth-provider.tsx';
import { openGooglePopup } from './google-popup.ts';
import { redirectToGoogle, rejectWithMessage, takeGoogleRedirectResult } from './google-redirect.ts';
import type { SignInResult } from './sign-in.ts';

/**
 * Signs in with a Google popup, or with a redirect if popups are blocked. Call directly in the click handler.
 * @param state the location state with the page of origin
 */
export function signInWithGoogle(state: unknown): Promise<SignInResult> {
  if (isInAppBrowser()) return rejectWithMessage('in-app-browser');
  const popup = openGooglePopup();
  if (!popup) return redirectToGoogle(state);
  return completeSignIn((identity) => identity.signInWithGoogle(popup)).finally(popup.close);
}

/** Completes the redirect flow. Returns `undefined` if none is pending. */
export function finishGoogle(): { state: unknown; entered: Promise<SignInResult> } | undefined {
  const redirect = takeGoogleRedirectResult();
  if (!redirect) return undefined;
  const { state, result } = redirect;
  return { state, entered: completeSignIn((identity) => identity.finishGoogle(result)) };
}
