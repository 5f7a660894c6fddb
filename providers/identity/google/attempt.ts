import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { isSameSecret, newSecret } from '#platform/ids.ts';
import { type Clock, minutes } from '#platform/time.ts';

const TTL_MS = minutes(10);
/** Browsers send every cookie with each request, so only the newest attempts are stored. */
const MAX_ATTEMPTS = 5;

/** One attempt to sign in with Google, stored in a signed cookie of the browser that started it. */
export type Attempt = {
  state: string;
  /** The provider receives only its hash, `nonceClaim`. */
  nonce: string;
  /** PKCE code verifier. */
  verifier: string;
  /** Id of the page that waits for the popup. Undefined when the page itself was redirected. */
  flow?: string;
  until: number;
};

/**
 * Returns the `nonce` claim of the ID token: the SHA-256 of the nonce, so that a stolen token cannot be used.
 */
export const nonceClaim = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

/**
 * Stores attempts in cookies that are signed with `key`. `path` applies only without https (`secure`):
 * browsers accept the `__Host-` prefix only over TLS, only from this host, and only with the path `/`.
 */
export function createAttempts(options: { path: string; secure: boolean; key: string; clock: Clock }) {
  const { secure, key, clock } = options;
  const prefix = secure ? '__Host-google-' : 'google-';
  const cookie = { path: secure ? '/' : options.path, secure };
  const nameOf = (state: string) =>
    `${prefix}${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;

  return {
    async begin(c: Context, flow: string | undefined): Promise<Attempt> {
      const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
      const attempt = { ...secrets, ...(flow !== undefined && { flow }), until: clock() + TTL_MS };
      const older = Object.keys(getCookie(c)).filter((name) => name.startsWith(prefix));
      for (const name of older.slice(0, 1 - MAX_ATTEMPTS)) deleteCookie(c, name, cookie);
      const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
      const attributes = { ...cookie, httpOnly: true, sameSite: 'Lax', maxAge: TTL_MS / 1000 } as const;
      await setSignedCookie(c, nameOf(attempt.state), value, key, attributes);
      return attempt;
    },
    /** Returns this browser's attempt with that state, unless it has expired. */
    async find(c: Context, state = ''): Promise<Attempt | undefined> {
      const value = await getSignedCookie(c, key, nameOf(state));
      if (!value) return undefined;
      const attempt: Attempt = JSON.parse(Buffer.from(value, 'base64url').toString());
      return isSameSecret(attempt.state, state) && attempt.until > clock() ? attempt : undefined;
    },
    remove: (c: Context, { state }: Attempt) => deleteCookie(c, nameOf(state), cookie),
  };
}
