import { basePath } from '#web/i18n/language.ts';
import { changeUser, loadIdentityClient, reauthenticateUser } from './auth-provider.tsx';
import { openGooglePopup } from './google-popup.ts';
import { clientError } from './google-redirect.ts';
import { IdentityError } from './identity.ts';
import type { MfaChallenge } from './mfa-methods.ts';

export const changeName = (name: string): Promise<void> =>
  changeUser((identity) => identity.account.changeName(name));

export const changePassword = (password: string): Promise<void> =>
  changeUser((identity) => identity.account.changePassword(password));

/** Mails a link to the new address; until it is opened the old one holds. */
export async function changeEmail(email: string): Promise<void> {
  await (await loadIdentityClient()).account.changeEmail(email, `${location.origin}${basePath}/login`);
}

/** Throws IdentityError `requires-recent-login` when the last sign-in is more than five minutes ago. */
export async function requireRecentSignIn(): Promise<void> {
  await (await loadIdentityClient()).account.demandRecentSignIn();
}

/** Whether the last sign-in is recent by now, for instance by a link that was opened in another tab. */
export async function hasRecentSignIn(): Promise<boolean> {
  const { account } = await loadIdentityClient();
  try {
    await account.catchUp();
    await account.demandRecentSignIn();
    return true;
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'requires-recent-login') return false;
    throw error;
  }
}

/** Signs the same person in again; throws SecondFactorNeeded when a code is needed too. */
export const signInAgain = (password: string): Promise<void> =>
  reauthenticateUser((identity) => identity.account.reauthenticate(password));

export const finishSignInAgain = (step: MfaChallenge, factorId: string, code: string): Promise<void> =>
  reauthenticateUser(() => step.finish(factorId, code));

/** To be called within the click itself. */
export async function signInAgainWithGoogle(): Promise<void> {
  const popup = openGooglePopup();
  if (!popup) return clientError('popup-blocked');
  await reauthenticateUser((identity) => identity.account.reauthenticateWithGoogle(popup)).finally(
    popup.close,
  );
}
