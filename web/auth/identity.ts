import type { GooglePopup, GoogleResult } from './google-popup.ts';
import type { MfaApi } from './mfa-methods.ts';

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
export type IdentityClient = {
  /** Calls back once the stored session is known, and whenever the person changes. */
  watch(listener: (user: IdentityUser | null) => void): void;
  /** The person of the stored session, once that is known. */
  current(): Promise<IdentityUser | null>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  /** Creates the account and saves the name with it. */
  register(name: string, email: string, password: string): Promise<IdentityUser>;
  signInWithGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** With what came back when Google was visited on this page, where no window opens. */
  finishGoogle(answer: GoogleResult): Promise<IdentityUser>;
  /** Lets the current person sign in with Google too; needs a sign-in of the last five minutes. */
  linkGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** Needs a sign-in of the last five minutes. */
  unlinkGoogle(): Promise<IdentityUser>;
  factors: MfaApi;
  account: AccountApi;
  links: EmailLinkApi;
  /** Not there where the provider is a hosted one: it lists none. */
  sessions: SessionApi | undefined;
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
  confirmEmail(code: string, proof?: EmailOwnershipProof): Promise<EmailConfirmation>;
};

/** What shows that the account is the person's, beside the session of this browser; or what they do without it. */
export type EmailOwnershipProof = { password?: string; removeOtherMethods?: boolean };

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

/**
 * What a signed-in person does with their own account. Where it says so, a sign-in of the last five minutes is needed
 * (`requires-recent-login`). Throws IdentityError.
 */
export type AccountApi = {
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
export type EmailLinkApi = {
  /** Says nothing about whether the address has an account; `continueUrl` is where the link leads. */
  send(email: string, continueUrl: string): Promise<void>;
  /** With the address that the link was mailed to; throws SecondFactorNeeded when a code is needed too. */
  signIn(email: string, link: string): Promise<IdentityUser>;
};

/** One place where the person is signed in. */
export type OwnSession = {
  id: string;
  /** The one of this browser. */
  current: boolean;
  /** What the browser said it is when it signed in: `Firefox on Linux`. */
  browser: string | undefined;
  /** When the person signed in there, and when it was last used, to the hour; in ms. */
  signedInAt: number;
  lastUsedAt: number;
};

/** The session that this browser holds just now. */
export type CurrentSession = {
  id: string;
  /** Ends it at the provider; nothing to do when it has ended already. */
  end(): Promise<void>;
};

/**
 * The current person's sessions, where the provider is ours. Ending another one needs a sign-in of the last five
 * minutes (`requires-recent-login`). Throws IdentityError.
 */
export type SessionApi = {
  held(): Promise<CurrentSession | undefined>;
  list(): Promise<OwnSession[]>;
  end(id: string): Promise<void>;
  endOthers(): Promise<void>;
};
