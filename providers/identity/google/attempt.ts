import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { isSameSecret, newSecret } from '#platform/ids.ts';
import { minutes } from '#platform/time.ts';

const TTL_MS = minutes(10);
/** Browsers send every cookie with each request, so only the newest attempts are stored. */
const MAX_ATTEMPTS = 5;

/** One attempt to sign in with Google, stored in a signed cookie of the browser that started it. */
export type Attempt = {
  state: string;
  /** Sent to the provider as its `nonceClaim`. */
  nonce: string;
  /** PKCE code verifier. */
  verifier: string;
  /** Id of the page that waits for the popup; undefined when the page itself was redirected. */
  flow?: string;
  until: number;
};

/** `path` applies only without https: a `__Host-` cookie must have the path `/`. */
type CookieSettings = { path: string; secure: boolean; key: string };

/** Returns the `nonce` claim of the ID token: the SHA-256 of the nonce, so that a stolen token cannot be used. */
export const nonceClaim = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

export async function beginAttempt(
  c: Context,
  cookieSettings: CookieSettings,
  { flow, now }: { flow: string | undefined; now: number },
): Promise<Attempt> {
  const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const attempt = { ...secrets, ...(flow !== undefined && { flow }), until: now + TTL_MS };
  const older = Object.keys(getCookie(c)).filter((name) => name.startsWith(cookiePrefix(cookieSettings)));
  for (const name of older.slice(0, 1 - MAX_ATTEMPTS)) deleteCookie(c, name, cookieOptions(cookieSettings));
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
  const options = {
    ...cookieOptions(cookieSettings),
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: TTL_MS / 1000,
  } as const;
  await setSignedCookie(c, cookieName(cookieSettings, attempt.state), value, cookieSettings.key, options);
  return attempt;
}

/** Returns this browser's attempt with that state; undefined if there is none or it has expired. */
export async function findAttempt(
  c: Context,
  cookieSettings: CookieSettings,
  { state, now }: { state: string; now: number },
) {
  const value = await getSignedCookie(c, cookieSettings.key, cookieName(cookieSettings, state));
  if (!value) return undefined;
  const attempt = JSON.parse(Buffer.from(value, 'base64url').toString()) as Attempt;
  return isSameSecret(attempt.state, state) && attempt.until > now ? attempt : undefined;
}

export const removeAttempt = (c: Context, cookieSettings: CookieSettings, { state }: Attempt) =>
  deleteCookie(c, cookieName(cookieSettings, state), cookieOptions(cookieSettings));

/** Browsers accept the `__Host-` prefix only over TLS and only from this host. */
const cookiePrefix = ({ secure }: CookieSettings): string => (secure ? '__Host-google-' : 'google-');
const cookieOptions = ({ path, secure }: CookieSettings) => ({ path: secure ? '/' : path, secure });
const cookieName = (cookieSettings: CookieSettings, state: string): string =>
  `${cookiePrefix(cookieSettings)}${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;
