import type { AccessToken } from '#web/api/access-token.ts';
import { ApiError } from '#web/api/errors.ts';
import type { Door } from './door.ts';
import type { IdentityUser } from './identity.ts';
import type { Memory } from './memory.ts';

/** `displayName` falls back to what stands before the @. */
export type SessionUser = IdentityUser;

export type Session = {
  state: 'loading' | 'signed-in' | 'signed-out';
  user?: SessionUser;
  /** The one shared value that decides whether the DashBoard link and the logout icon show. */
  loginValue: boolean;
  /**
   * Only while loading: this browser remembers a person and holds an access token of theirs. Enough to draw what does
   * not depend on who they are; whether the session still lives is being asked.
   */
  remembered?: boolean;
  /** True after a deliberate sign-out: the guard then carries no location to /login. */
  left: boolean;
  /** True after the account was deleted: the guard then leads out, not to /login. */
  gone?: boolean;
  /** Only while signed out: why a person whom this browser remembers could not be looked up. */
  unreachable?: unknown;
};

/** How a session ends in this tab. */
export type Departure = { keepToken: boolean; left?: boolean; gone?: boolean };

/** What the session store works with. */
export type StoreParts = {
  openDoor: () => Promise<Door>;
  memory: Memory;
  token: AccessToken;
  /** Called whenever what was fetched for one person must be dropped. */
  forgetPerson: () => void;
};

/** Nobody is signed in, and nobody is remembered. */
export const signedOut: Session = { state: 'signed-out', loginValue: false, left: false };
/** Before anything is known. */
export const unknownSession: Session = { state: 'loading', loginValue: false, left: false };

/** The session of this person. */
export function signedInAs(user: IdentityUser): Session {
  const displayName = user.displayName.trim() || (user.email.split('@')[0] ?? '');
  return { state: 'signed-in', user: { ...user, displayName }, loginValue: true, left: false };
}

/** Whether the product server has refused to give access, rather than been out of reach. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 422].includes(error.status);
