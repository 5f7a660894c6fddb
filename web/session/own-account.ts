import type { GooglePopup } from './google-popup.ts';
import type { IdentityUser } from './identity.ts';

/**
 * What a signed-in person does with their own account. Where it says so, a sign-in of the last five minutes is needed
 * (`requires-recent-login`). Throws IdentityError.
 */
export type AccountWays = {
  /** The person as the provider knows them now. */
  reload(): Promise<IdentityUser>;
  /** Takes over what another tab has stored, its tokens too, instead of finding it out within a second. */
  catchUp(): Promise<void>;
  changeName(name: string): Promise<IdentityUser>;
  /** Mails a link to the new address; until it is opened the old one holds. Needs a recent sign-in. */
  changeEmail(email: string, continueUrl: string): Promise<void>;
  /** Sets or replaces it, and ends every other session. Needs a recent sign-in. */
  changePassword(password: string): Promise<IdentityUser>;
  /** Mails a link that proves the address; `continueUrl` is where to go afterwards. */
  verifyEmail(continueUrl: string): Promise<void>;
  /** Signs the same person in again; throws SecondFactorNeeded when a code is needed too. */
  reauthenticate(password: string): Promise<IdentityUser>;
  reauthenticateWithGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** Throws `requires-recent-login` when the sign-in is older. */
  demandRecentSignIn(): Promise<void>;
  /** Removes the provider's account, where that is the browser's task. Needs a recent sign-in. */
  delete(): Promise<void>;
};

/** Signing in by a mailed link. Throws IdentityError. */
export type LinkWays = {
  /** Says nothing about whether the address has an account; `continueUrl` is where the link leads. */
  send(email: string, continueUrl: string): Promise<void>;
  /** With the address that the link was mailed to; throws SecondFactorNeeded when a code is needed too. */
  signIn(email: string, link: string): Promise<IdentityUser>;
};
