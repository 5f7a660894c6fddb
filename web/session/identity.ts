import type { GoogleAnswer, GooglePopup } from './google-popup.ts';
import type { AccountWays, LinkWays } from './own-account.ts';
import type { SessionWays } from './own-sessions.ts';
import type { FactorWays } from './second-factors.ts';

/** A person as the identity provider knows them. */
export type IdentityUser = {
  uid: string;
  email: string;
  displayName: string;
  /** How they may sign in: `password` (by a mailed link too), `google.com`, `phone`. */
  providers: string[];
  emailVerified: boolean;
  hasPassword: boolean;
};

/**
 * The identity provider as the session needs it; identity-sdk.ts is its one adapter. Throws IdentityError; every way
 * to sign in, SecondFactorNeeded when a code is needed too.
 */
export type Identity = {
  /** Calls back once the stored session is known, and whenever the person changes. */
  watch(listener: (user: IdentityUser | null) => void): void;
  /** The person of the stored session, once that is known. */
  current(): Promise<IdentityUser | null>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  /** Creates the account and saves the name with it. */
  register(name: string, email: string, password: string): Promise<IdentityUser>;
  signInWithGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** With what came back when Google was visited on this page, where no window opens. */
  finishGoogle(answer: GoogleAnswer): Promise<IdentityUser>;
  /** Lets the current person sign in with Google too; needs a sign-in of the last five minutes. */
  linkGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** Needs a sign-in of the last five minutes. */
  unlinkGoogle(): Promise<IdentityUser>;
  factors: FactorWays;
  account: AccountWays;
  links: LinkWays;
  /** Not there where the provider is a hosted one: it lists none. */
  sessions: SessionWays | undefined;
  /** An ID token of the current person; `fresh` asks the provider for a new one. */
  idToken(fresh: boolean): Promise<string>;
  signOut(): Promise<void>;
  /** Mails a link to choose a new password; `continueUrl` is where to go afterwards. */
  sendPasswordReset(email: string, continueUrl: string): Promise<void>;
  /** The address that a reset code belongs to. */
  checkPasswordReset(code: string): Promise<string>;
  resetPassword(code: string, password: string): Promise<void>;
  /** Redeems a code of another kind. */
  applyCode(code: string): Promise<void>;
  /**
   * Redeems a code that confirms an address: verifyEmail, recoverEmail, verifyAndChangeEmail. Throws `password-required`
   * when nothing shows whose account it is, `sign-in-required` when only a session can show that.
   */
  confirmEmail(code: string, proof?: EmailProof): Promise<EmailConfirmation>;
};

/** What shows that the account is the person's, beside the session of this browser; or what they do without it. */
export type EmailProof = { password?: string; removeOtherMethods?: boolean };

/** `removedOtherMethods`: everything that opened the account besides the address was removed. */
export type EmailConfirmation = { removedOtherMethods: boolean };

/** The provider refused. `code` without its `auth/` prefix, `message` in its own words. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}
