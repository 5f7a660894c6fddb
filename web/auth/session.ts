import type { IdentityUser } from './identity.ts';

export type Session = {
  state: 'loading' | 'signed-in' | 'signed-out';
  /** `displayName` falls back to the part of the email before the @. */
  user?: IdentityUser;
  /** Whether the menus show the DashBoard link and the logout icon. */
  loginValue: boolean;
  /**
   * Set only while loading, if this browser has stored a user and an access token. The identity provider has
   * not confirmed the session yet, but pages that do not depend on the user can render.
   */
  isRemembered?: boolean | undefined;
  /** True after the user signed out on purpose. The guard then passes no location to /login. */
  isSignedOutByUser: boolean;
  /** True after the account was deleted. The guard then redirects to the home page, not to /login. */
  isAccountDeleted?: boolean | undefined;
  /**
   * Set once another tab has signed out or stored another user. The page then shows nothing until it is
   * reloaded.
   */
  isReplaced?: true;
  /** Set only while signed out: the error that prevented restoring the stored user's session. */
  restoreError?: unknown;
};

export type SignOutOptions = {
  keepToken: boolean;
  isSignedOutByUser?: boolean;
  isAccountDeleted?: boolean | undefined;
};

export const signedOutSession: Session = { state: 'signed-out', loginValue: false, isSignedOutByUser: false };
export const replacedSession: Session = { ...signedOutSession, isSignedOutByUser: true, isReplaced: true };
export const loadingSession: Session = { state: 'loading', loginValue: false, isSignedOutByUser: false };
