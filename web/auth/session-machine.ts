import type { IdentityUser } from './identity.ts';

export type Session = {
  state: 'loading' | 'signed-in' | 'signed-out';
  /** `displayName` falls back to the part of the email before the @. */
  user?: IdentityUser;
  /** The one shared value that decides whether the DashBoard link and the logout icon show. */
  loginValue: boolean;
  /**
   * Set only while loading: this browser has stored a user and an access token. Pages that do not depend on the user can
   * render; the identity provider has not confirmed the session yet.
   */
  isRemembered?: boolean | undefined;
  /** True after the user signed out on purpose: the guard then passes no location to /login. */
  isSignedOutByUser: boolean;
  /** True after the account was deleted: the guard then redirects to the home page, not to /login. */
  isAccountDeleted?: boolean | undefined;
  /** Set only while signed out: the error that prevented restoring the stored user's session. */
  restoreError?: unknown;
};

export type AuthState = {
  session: Session;
  /** While a sign-in is pending, its result decides, and the user that the SDK reports is ignored. */
  pendingSignIns: number;
  /** Number of sign-outs so far. A response requested before the latest one must not restore the session. */
  signOutCount: number;
  /** The id of the user whose data this page may have loaded. */
  dataOwner?: string | undefined;
};

/** The values in browser storage at the time of an event. `uid`: see `SessionPersistence`. */
export type StoredSession = { uid: string | null; token: string | null; isSigningOut: boolean };

export type SignOutOptions = {
  keepToken: boolean;
  isSignedOutByUser?: boolean;
  isAccountDeleted?: boolean | undefined;
};

export type AuthEvent =
  /** `idle`: the session of a remembered user is restored after it resolves. */
  | { type: 'page-loaded'; idle?: Promise<unknown> | undefined }
  | { type: 'restore-requested' }
  | { type: 'restore-failed'; error: unknown }
  | { type: 'sdk-user-changed'; user: IdentityUser | null }
  /** `uid`: the stored user whose sign-out is to be confirmed. */
  | { type: 'sdk-user-checked'; uid: string; user: IdentityUser | null }
  | { type: 'authenticated'; user: IdentityUser }
  /** `isRejected`: the product server rejected the credentials, as opposed to being unreachable. */
  | { type: 'exchange-failed'; user: IdentityUser; isRejected: boolean; signOutCount: number }
  | { type: 'sign-in-started' }
  | { type: 'sign-in-failed'; user: IdentityUser | undefined }
  | { type: 'sign-in-ended' }
  | { type: 'signed-out'; options: SignOutOptions }
  | { type: 'other-tab-changed' }
  | { type: 'other-tab-updated-user'; user: IdentityUser };

/** Effects that need the identity SDK. */
export type ClientEffect =
  /** Makes a loaded SDK read the tokens that another tab stored. */
  | { type: 'sync-sdk' }
  /** Syncs the SDK, then handles the SDK's user if it is the stored one. */
  | { type: 'follow-sdk' }
  /** Syncs the SDK, then reports the SDK's user as `sdk-user-checked`. */
  | { type: 'check-sdk'; uid: string }
  /** Exchanges the user's ID token for an access token. */
  | { type: 'exchange'; user: IdentityUser; signOutCount: number }
  /** Signs out of the SDK alone. */
  | { type: 'sign-out-sdk' }
  /** Reports a sign-out to both servers; `token` is the access token to revoke. */
  | { type: 'finish-sign-out'; token: string | null };

export type AuthEffect =
  | ClientEffect
  /** Loads the identity SDK, which then reports its user. */
  | { type: 'load-client' }
  | { type: 'restore-after'; idle: Promise<unknown> }
  /** Stores the user's id. `isNew`: first removes the cached data of the previous user, or of a visitor. */
  | { type: 'store-user'; user: IdentityUser; isNew: boolean }
  /** Removes the stored user, the user's cached data and, unless `keepToken`, the access token. */
  | { type: 'clear-user'; keepToken: boolean }
  /** Stores that a sign-out still has to reach the identity provider. */
  | { type: 'mark-signing-out' };

type Transition = { state: AuthState; effects: AuthEffect[] };

const signedOut: Session = { state: 'signed-out', loginValue: false, isSignedOutByUser: false };
export const loadingSession: Session = { state: 'loading', loginValue: false, isSignedOutByUser: false };

export const initialState: AuthState = { session: loadingSession, pendingSignIns: 0, signOutCount: 0 };

/** Returns the state after an event, and the side effects to run in order. */
export function transition(state: AuthState, event: AuthEvent, stored: StoredSession): Transition {
  const { session, pendingSignIns } = state;
  switch (event.type) {
    case 'page-loaded':
      return load({ ...state, dataOwner: stored.uid || undefined }, stored, event.idle);
    case 'restore-requested':
      return next(state, session.state === 'loading' && stored.uid ? [{ type: 'load-client' }] : []);
    case 'restore-failed':
      return session.state === 'loading'
        ? show(state, { ...signedOut, restoreError: event.error })
        : next(state);
    case 'sdk-user-changed':
      return followSdk(state, event.user, stored);
    case 'sdk-user-checked':
      if (event.user) return followSdk(state, event.user, stored);
      return stored.uid === event.uid ? signOut(state, { keepToken: false }, stored) : next(state);
    case 'authenticated':
      return signIn(state, event.user);
    case 'exchange-failed':
      if (event.signOutCount !== state.signOutCount) return next(state);
      // Server unreachable: the identity session is valid, and the next API call requests an access token again.
      return event.isRejected ? signOut(state, { keepToken: false }, stored) : signIn(state, event.user);
    case 'sign-in-started':
      return next({ ...state, pendingSignIns: pendingSignIns + 1 });
    case 'sign-in-failed':
      // A user with an identity session but no access token is not signed in; nor is the user they replaced.
      if (session.state !== 'signed-in') return next(state, [{ type: 'sign-out-sdk' }]);
      return event.user && event.user.uid !== session.user?.uid
        ? signOut(state, { keepToken: false }, stored)
        : next(state);
    case 'sign-in-ended': {
      const ended = { ...state, pendingSignIns: pendingSignIns - 1 };
      return session.state === 'loading' ? clear(ended, { keepToken: false }) : next(ended);
    }
    case 'signed-out':
      return signOut(state, event.options, stored);
    case 'other-tab-changed':
      if (!stored.uid) return session.state === 'signed-out' ? next(state) : clearLikeOtherTab(state, stored);
      return session.user?.uid === stored.uid ? next(state) : followOtherTab(state, stored);
    case 'other-tab-updated-user': {
      if (session.user?.uid !== event.user.uid) return next(state);
      // Reloading the user instead could sign out: the change may have revoked the tokens that this tab's SDK holds.
      const updated = signIn(state, event.user);
      return next(updated.state, [...updated.effects, { type: 'sync-sdk' }]);
    }
  }
}

const next = (state: AuthState, effects: AuthEffect[] = []): Transition => ({ state, effects });

const show = (state: AuthState, session: Session, effects?: AuthEffect[]): Transition =>
  next({ ...state, session }, effects);

function load(
  state: AuthState,
  { uid, token, isSigningOut }: StoredSession,
  idle?: Promise<unknown>,
): Transition {
  const effects: AuthEffect[] = [];
  if (isSigningOut) effects.push({ type: 'finish-sign-out', token: null });
  if (!uid) return show(state, signedOut, effects);
  // If this page had another user, it must not keep what it shows, such as chosen photos.
  const isRemembered = (token !== null && !state.session.user) || undefined;
  effects.push(isRemembered && idle ? { type: 'restore-after', idle } : { type: 'load-client' });
  return show(state, { state: 'loading', loginValue: true, isSignedOutByUser: false, isRemembered }, effects);
}

/** Restores the session of the user that another tab stored. */
function followOtherTab(state: AuthState, stored: StoredSession): Transition {
  const loaded = load(state, stored);
  // A loaded SDK may have reported this user before they were stored, and does not report them again.
  return next(loaded.state, [{ type: 'follow-sdk' }, ...loaded.effects]);
}

function followSdk(state: AuthState, user: IdentityUser | null, stored: StoredSession): Transition {
  const { session } = state;
  const { uid, token, isSigningOut } = stored;
  if (state.pendingSignIns > 0 || isSigningOut) return next(state);
  if (session.state === 'signed-out' && (!user || !uid)) {
    // No user is stored: the SDK session is a leftover, or another tab has not finished its sign-in.
    return next(state);
  }
  if (user)
    return uid === user.uid && token
      ? signIn(state, user)
      : next(state, [{ type: 'exchange', user, signOutCount: state.signOutCount }]);
  if (!uid) return clearLikeOtherTab(state, stored);
  // Another user is stored than the session's: the SDK may report the previous user's sign-out late.
  if (uid !== session.user?.uid) return next(state, [{ type: 'check-sdk', uid }]);
  return signOut(state, { keepToken: false }, stored);
}

function signIn(state: AuthState, user: IdentityUser): Transition {
  const displayName = user.displayName.trim() || (user.email.split('@')[0] ?? '');
  return show(
    { ...state, dataOwner: user.uid },
    { state: 'signed-in', user: { ...user, displayName }, loginValue: true, isSignedOutByUser: false },
    [{ type: 'store-user', user, isNew: state.dataOwner !== user.uid }],
  );
}

/** Ends the session in this browser alone. */
function clear(
  state: AuthState,
  { keepToken, isSignedOutByUser = false, isAccountDeleted }: SignOutOptions,
): Transition {
  return show(
    { ...state, signOutCount: state.signOutCount + 1, dataOwner: undefined },
    { ...signedOut, isSignedOutByUser, isAccountDeleted },
    [{ type: 'clear-user', keepToken }],
  );
}

/** Ends the session here after another tab has ended it everywhere. */
const clearLikeOtherTab = (state: AuthState, { uid }: StoredSession): Transition =>
  clear(state, { keepToken: true, isSignedOutByUser: uid === null });

/** Ends the session here, at the identity provider and at the product server. */
function signOut(state: AuthState, options: SignOutOptions, { token }: StoredSession): Transition {
  const cleared = clear(state, options);
  return next(cleared.state, [
    { type: 'mark-signing-out' },
    ...cleared.effects,
    { type: 'finish-sign-out', token },
  ]);
}
