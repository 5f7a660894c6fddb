import type { AccessToken } from '#web/api/access-token.ts';
import { ApiError } from '#web/api/errors.ts';
import type { AuthClient } from './client.ts';
import type { IdentityClient, IdentityUser } from './identity.ts';
import type { SessionPersistence } from './persistence.ts';

/** `displayName` falls back to what stands before the @. */
type SessionUser = IdentityUser;

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

export type SignOutKind = { keepToken: boolean; left?: boolean; gone?: boolean };

export type SessionStoreDeps = {
  loadAuthClient: () => Promise<AuthClient>;
  memory: SessionPersistence;
  token: AccessToken;
  /** Called whenever what was fetched for one person must be dropped. */
  forgetPerson: () => void;
};

export const signedOut: Session = { state: 'signed-out', loginValue: false, left: false };
export const unknownSession: Session = { state: 'loading', loginValue: false, left: false };

export function signedInSession(user: IdentityUser): Session {
  const displayName = user.displayName.trim() || (user.email.split('@')[0] ?? '');
  return { state: 'signed-in', user: { ...user, displayName }, loginValue: true, left: false };
}

/** Whether the product server has refused to give access, rather than been out of reach. */
export const isAccessRejected = (error: unknown): boolean =>
  error instanceof ApiError && [401, 403, 422].includes(error.status);

type Parts = {
  token: AccessToken;
  /** Whose access may be renewed now, if anybody's. */
  uid: () => string | null;
  /** Stores another access token; false when the identity provider knows nobody here. */
  exchangeAgain: () => Promise<boolean>;
  onRefused: () => Promise<void>;
};

/**
 * After a 401: gets another access token, once for all calls that met it. `sent` is the token that was refused; resolves
 * to whether there is another one now.
 */
export function createAccessRenewal({ token, uid, exchangeAgain, onRefused }: Parts) {
  let renewal: Promise<boolean> | undefined;

  async function exchange(): Promise<boolean> {
    try {
      return await exchangeAgain();
    } catch (error) {
      if (isAccessRejected(error)) await onRefused();
      return false;
    }
  }

  return function renew(sent: string | null): Promise<boolean> {
    const stored = token.read();
    if (stored !== null && stored !== sent) return Promise.resolve(true);
    if (uid() === null) return Promise.resolve(false);
    renewal ??= exchange().finally(() => {
      renewal = undefined;
    });
    return renewal;
  };
}

/** The session that this browser held before something was done that may begin another in its place. */
type PreviousSession = {
  /** Another one has taken its place. */
  isReplaced(): Promise<boolean>;
  /** To be called when nobody holds it any more. Out of reach, it ends by itself once nobody has used it for a while. */
  end(): Promise<void>;
};

export async function previousSession({ sessions }: IdentityClient): Promise<PreviousSession> {
  const former = await sessions?.held();
  return {
    isReplaced: async () => former !== undefined && (await sessions?.held())?.id !== former.id,
    end: async () => former?.end().catch(() => undefined),
  };
}

/** Tells both servers of a sign-out; `held` is the access token that this tab had. */
export async function finishSignOut(
  open: () => Promise<AuthClient>,
  memory: SessionPersistence,
  held: string | null,
): Promise<void> {
  try {
    const { revoke, identity } = await open();
    const revoked = held === null ? undefined : revoke(held).catch(() => undefined);
    if (memory.leaving()) await identity.signOut();
    memory.setLeaving(false);
    await revoked;
  } catch {
    // Offline: the note stays, and the next page load signs out.
  }
}
