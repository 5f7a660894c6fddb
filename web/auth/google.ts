import { changeUser, completeSignIn, type SignInResult } from './auth-provider.tsx';
import { openGooglePopup } from './google-popup.ts';
import { clientError, redirectToGoogle, takeGoogleRedirectResult } from './google-redirect.ts';

/**
 * Opens Google's window, so it is to be called within the click itself. Where windows are blocked it leaves the page;
 * `state` is what the location carries of the page of origin.
 */
export function signInWithGoogle(state: unknown): Promise<SignInResult> {
  const popup = openGooglePopup();
  if (!popup) return redirectToGoogle(state);
  return completeSignIn((identity) => identity.signInWithGoogle(popup)).finally(popup.close);
}

/** Goes on after a visit to Google; `undefined` when there was none. */
export function finishGoogle(): { state: unknown; entered: Promise<SignInResult> } | undefined {
  const visit = takeGoogleRedirectResult();
  if (!visit) return undefined;
  const { state, answer } = visit;
  return { state, entered: completeSignIn((identity) => identity.finishGoogle(answer)) };
}

/** Lets the signed-in person sign in with Google too. To be called within the click itself. */
export async function linkGoogle(): Promise<void> {
  const popup = openGooglePopup();
  if (!popup) return clientError('popup-blocked');
  await changeUser((identity) => identity.linkGoogle(popup)).finally(popup.close);
}

export const unlinkGoogle = (): Promise<void> => changeUser((identity) => identity.unlinkGoogle());
