import { isInAppBrowser } from '#web/browser/in-app-browser.ts';
import { basePath } from '#web/i18n/language.ts';
import { changeUser, loadIdentityClient } from './auth-provider.tsx';
import { type GooglePopup, openGooglePopup } from './google-popup.ts';
import { rejectWithMessage } from './google-redirect.ts';
import { IdentityError, type MfaChallenge } from './identity.ts';

export const changeName = (name: string): Promise<void> =>
  changeUser((identity) => identity.account.changeName(name));

export const changePassword = (password: string): Promise<void> =>
  changeUser((identity) => identity.account.changePassword(password));

/** Emails a link to the new address. The old address stays in use until the link is opened. */
export async function changeEmail(email: string): Promise<void> {
  await (await loadIdentityClient()).account.changeEmail(email, `${location.origin}${basePath}/login`);
}

/** Throws IdentityError `requires-recent-login` if the last sign-in is more than five minutes ago. */
export async function requireRecentSignIn(): Promise<void> {
  await (await loadIdentityClient()).account.requireRecentSignIn();
}

/** Whether the user signed in within the last five minutes, in this or another tab. */
export async function hasRecentSignIn(): Promise<boolean> {
  const { account } = await loadIdentityClient();
  try {
    await account.requireRecentSignIn();
    return true;
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'requires-recent-login') return false;
    throw error;
  }
}

/** Signs the same user in again and renews the access token. */
const reauthenticateUser = (authenticate: Parameters<typeof changeUser>[0]): Promise<void> =>
  changeUser(authenticate, { renewsAccess: true });

/** Signs the same user in again. Throws MfaRequiredError if a second factor is also required. */
export const signInAgain = (password: string): Promise<void> =>
  reauthenticateUser((identity) => identity.account.reauthenticate(password));

export const finishSignInAgain = (challenge: MfaChallenge, factorId: string, code: string): Promise<void> =>
  reauthenticateUser(() => challenge.finish(factorId, code));

/**
 * Signs the same user in again with Google. Call it directly in the click handler, because browsers block
 * popups opened later.
 */
export const signInAgainWithGoogle = (): Promise<void> =>
  withGooglePopup((popup) =>
    reauthenticateUser((identity) => identity.account.reauthenticateWithGoogle(popup)),
  );

/** Links a Google account to the signed-in user. Call it directly in the click handler. */
export const linkGoogle = (): Promise<void> =>
  withGooglePopup((popup) => changeUser((identity) => identity.linkGoogle(popup)));

export const unlinkGoogle = (): Promise<void> => changeUser((identity) => identity.unlinkGoogle());

async function withGooglePopup(action: (popup: GooglePopup) => Promise<void>): Promise<void> {
  if (isInAppBrowser()) return rejectWithMessage('in-app-browser');
  const popup = openGooglePopup();
  if (!popup) return rejectWithMessage('popup-blocked');
  await action(popup).finally(popup.close);
}

/**
 * Reloads the user, whom an email link may have changed. Ignores errors: the next page load reads the user
 * again.
 */
export const reloadUser = (): Promise<void> =>
  changeUser(async (identity) => {
    // Wait until the SDK has restored its user.
    await identity.currentUser();
    return identity.account.reload();
  }).catch(() => undefined);
