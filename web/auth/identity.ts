import type { GooglePopup, GoogleResult } from './google-popup.ts';

/** A user of the identity provider. */
export type IdentityUser = {
  uid: string;
  email: string;
  displayName: string;
  /** Sign-in methods: `password` (also used for email links), `google.com`, `phone`. */
  providers: string[];
  emailVerified: boolean;
  hasPassword: boolean;
  /** The page that a sign-in opens for this user if no other page was requested. */
  firstPage?: '/staff' | undefined;
};

/**
 * Interface to the identity provider, which only identity-sdk.ts implements. All calls throw IdentityError. A
 * sign-in throws MfaRequiredError if a second factor is also required.
 */
export type IdentityClient = {
  /** Calls the listener once the stored session is restored, and whenever the user changes. */
  onUserChange(listener: (user: IdentityUser | null) => void): void;
  /** Waits until the stored session is restored and returns its user, or null. */
  currentUser(): Promise<IdentityUser | null>;
  signIn(email: string, password: string): Promise<IdentityUser>;
  /**
   * Creates an account with this display name, and emails a link that confirms its address and continues at
   * `continueUrl`. Ignores a failure to send the email, because the user can request another one.
   */
  register(name: string, email: string, password: string, continueUrl: string): Promise<IdentityUser>;
  signInWithGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** Signs in with the result of the redirect flow, which replaces the popup if popups are blocked. */
  finishGoogle(result: GoogleResult): Promise<IdentityUser>;
  /** Links a Google account to the current user. Requires a sign-in within the last five minutes. */
  linkGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** Requires a sign-in within the last five minutes. */
  unlinkGoogle(): Promise<IdentityUser>;
  factors: MfaApi;
  account: AccountApi;
  links: EmailLinkApi;
  /** Undefined for the hosted provider, which cannot list sessions. */
  sessions: SessionApi | undefined;
  /** Undefined for the hosted provider. */
  passkeys: PasskeyApi | undefined;
  /**
   * Returns an ID token of this user, who must be signed in. `isFresh` requests a new one from the provider.
   */
  idToken(uid: string, isFresh: boolean): Promise<string>;
  signOut(): Promise<void>;
  /** Emails a password reset link. `continueUrl` is the page to open afterwards. */
  sendPasswordReset(email: string, continueUrl: string): Promise<void>;
  /** Returns the present email address of the account that an emailed code belongs to. */
  accountOfCode(code: string): Promise<string>;
  resetPassword(code: string, password: string): Promise<void>;
  /** Redeems an emailed code that needs neither a password nor proof of ownership. */
  applyCode(code: string): Promise<void>;
  /**
   * Redeems a code that confirms an email address: verifyEmail, recoverEmail, verifyAndChangeEmail. Throws
   * `password-required` without proof of ownership, `sign-in-required` if only a session can prove it.
   */
  confirmEmail(code: string, proof?: EmailOwnershipProof): Promise<EmailConfirmation>;
};

/**
 * Proof that the user owns the account, for a browser without a session. The alternative is to remove all
 * other methods.
 */
export type EmailOwnershipProof = { password?: string; removeOtherMethods?: boolean };

/** `removedOtherMethods`: all sign-in methods except the email address were removed. */
export type EmailConfirmation = { removedOtherMethods: boolean };

/** An error of the identity provider. `code` has no `auth/` prefix. `message` is for the user. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError';
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/**
 * Operations on the current user's account. A "recent sign-in" is within the last five minutes. Without one,
 * the call throws `requires-recent-login`. All throw IdentityError.
 */
export type AccountApi = {
  /** Reloads the user from the provider. */
  reload(): Promise<IdentityUser>;
  /**
   * Immediately reads the user and tokens that another tab stored. The SDK itself checks only once a second.
   */
  syncFromStorage(): Promise<void>;
  changeName(name: string): Promise<IdentityUser>;
  /**
   * Emails a link to the new address, which takes effect when the link is opened. Requires a recent sign-in.
   */
  changeEmail(email: string, continueUrl: string): Promise<void>;
  /** Sets or replaces the password and ends every other session. Requires a recent sign-in. */
  changePassword(password: string): Promise<IdentityUser>;
  /** Emails a verification link. `continueUrl` is the page to open afterwards. */
  verifyEmail(continueUrl: string): Promise<void>;
  /** Signs the same user in again. Throws MfaRequiredError if a second factor is also required. */
  reauthenticate(password: string): Promise<IdentityUser>;
  reauthenticateWithGoogle(popup: GooglePopup): Promise<IdentityUser>;
  /** Throws `requires-recent-login` without a recent sign-in. */
  requireRecentSignIn(): Promise<void>;
  /** Deletes the provider's account. Needed for the hosted provider only. Requires a recent sign-in. */
  delete(): Promise<void>;
};

/** Sign-in by email link. All calls throw IdentityError. */
export type EmailLinkApi = {
  /** Does not reveal whether the address has an account. `continueUrl` is the page that the link opens. */
  send(email: string, continueUrl: string): Promise<void>;
  /**
   * Requires the address that the link was sent to. Throws MfaRequiredError if a second factor is also
   * required.
   */
  signIn(email: string, link: string): Promise<IdentityUser>;
};

/** A session of the current user, in this or another browser. */
export type OwnSession = {
  id: string;
  /** True for the session of this browser. */
  current: boolean;
  /** Browser name at sign-in, for example `Firefox on Linux`. */
  browser: string | undefined;
  /** Times in ms since 1970. `lastUsedAt` is accurate to the hour. */
  signedInAt: number;
  lastUsedAt: number;
  /**
   * Whether the session lasts longer, because the user marked the device as their own or the session has a
   * passkey.
   */
  ownDevice: boolean;
  hasPasskey: boolean;
};

/** The session of this browser. */
export type CurrentSession = {
  id: string;
  /** Ends the session at the provider. Does nothing if it has already ended. */
  end(): Promise<void>;
  /** Ends a session that a newer one has replaced. Waits for calls that may be sending its tokens. */
  endReplaced(): Promise<void>;
};

/**
 * Sessions of the current user. Only the embedded provider has them. Ending another session requires a
 * sign-in within the last five minutes (`requires-recent-login`). All calls throw IdentityError.
 */
export type SessionApi = {
  current(): Promise<CurrentSession | undefined>;
  list(): Promise<OwnSession[]>;
  end(id: string): Promise<void>;
  endOthers(): Promise<void>;
  /**
   * Sets whether this browser's session lasts longer than other sessions. Turning it on requires a recent
   * sign-in.
   */
  setOwnDevice(ownDevice: boolean): Promise<void>;
};

/** A second factor of an account. */
export type MfaFactor = {
  id: string;
  kind: 'phone' | 'app';
  /** The phone number, which is masked during a sign-in, or the name that the user gave the app. */
  name: string;
  /** In ms since 1970. */
  addedAt: number;
};

/** Second step of a sign-in or reauthentication. All calls throw IdentityError. */
export type MfaChallenge = {
  factors: MfaFactor[];
  /** Sends a code to a phone by text message. Authenticator apps generate their own. */
  sendCode(factorId: string): Promise<void>;
  finish(factorId: string, code: string): Promise<IdentityUser>;
};

/** A pending enrollment. `finish` takes the code from the app or text message. */
export type Enrollment = { finish(code: string): Promise<void> };

/**
 * Second factors of the current user. Adding and removing require a sign-in within the last five minutes
 * (`requires-recent-login`). Adding also requires a confirmed email (`unverified-email`). Both end every
 * other session.
 */
export type MfaApi = {
  /** Reads the factors from the provider. `phones` is true if phone numbers can be added. */
  read(): Promise<{ emailVerified: boolean; factors: MfaFactor[]; phones: boolean }>;
  /** `key` is for manual entry, `link` for a QR code. */
  addApp(): Promise<Enrollment & { key: string; link: string }>;
  /** Sends a code to a number in international format. */
  addPhone(number: string): Promise<Enrollment>;
  remove(factorId: string): Promise<void>;
};

export type Passkey = {
  id: string;
  /** By default the browser that added the passkey, for example `Chrome on Android`. */
  name: string | undefined;
  /** In ms since 1970. */
  addedAt: number;
  lastUsedAt: number | undefined;
};

/** Passkeys, of the embedded provider only. All calls throw IdentityError. */
export type PasskeyApi = {
  list(): Promise<Passkey[]>;
  /**
   * Whether the user has just signed in with a password or an email link, could add a passkey and has none.
   */
  isOfferUseful(): Promise<boolean>;
  /**
   * Asks the browser for a new passkey. Requires a sign-in within the last five minutes and a confirmed
   * address.
   */
  add(): Promise<void>;
  rename(id: string, name: string): Promise<void>;
  /**
   * Removes a passkey and signs out the devices that use it. Requires a sign-in within the last five minutes.
   */
  remove(id: string): Promise<void>;
  /** Signs in with a passkey that the browser returned. */
  signIn(credential: AuthenticationResponseJSON): Promise<IdentityUser>;
  /**
   * Signs the signed-in user in again with a passkey. Throws `user-mismatch` for the passkey of another
   * account.
   */
  reauthenticate(credential: AuthenticationResponseJSON): Promise<IdentityUser>;
  /** Lists the passkeys of the account that a reset code belongs to. */
  listForReset(oobCode: string): Promise<Passkey[]>;
  /** Sets the password like `resetPassword`, and removes these passkeys. */
  resetPassword(oobCode: string, newPassword: string, lostPasskeys: string[]): Promise<void>;
};
