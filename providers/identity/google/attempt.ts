import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { isSameSecret, newSecret } from '#platform/ids.ts';
import { minutes } from '#platform/time.ts';

const TTL_MS = minutes(10);
/** A browser sends all of them each time: whoever opens window after window keeps the newest. */
const MAX_ATTEMPTS = 5;

/** One attempt to sign in with Google, known by a signed cookie to the browser that began it. */
export type Attempt = {
  state: string;
  /** Given to the provider as `nonceClaim` of it. */
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  /** Names the waiting page; none when the page itself went to Google. */
  flow?: string;
  until: number;
};

/** `path` applies without https: a `__Host-` cookie is the whole site's. */
type Jar = { path: string; secure: boolean; key: string };

/** The `nonce` of the ID token: only who knows the text behind it may use the token. */
export const nonceClaim = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

export async function beginAttempt(
  c: Context,
  jar: Jar,
  { flow, now }: { flow: string | undefined; now: number },
): Promise<Attempt> {
  const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
  const attempt = { ...secrets, ...(flow !== undefined && { flow }), until: now + TTL_MS };
  const older = Object.keys(getCookie(c)).filter((name) => name.startsWith(cookiePrefix(jar)));
  for (const name of older.slice(0, 1 - MAX_ATTEMPTS)) deleteCookie(c, name, cookieOptions(jar));
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url');
  const options = { ...cookieOptions(jar), httpOnly: true, sameSite: 'Lax', maxAge: TTL_MS / 1000 } as const;
  await setSignedCookie(c, cookieName(jar, attempt.state), value, jar.key, options);
  return attempt;
}

/** The attempt that this browser began with that state; undefined when it did not, or too long ago. */
export async function findAttempt(c: Context, jar: Jar, { state, now }: { state: string; now: number }) {
  const value = await getSignedCookie(c, jar.key, cookieName(jar, state));
  if (!value) return undefined;
  const attempt = JSON.parse(Buffer.from(value, 'base64url').toString()) as Attempt;
  return isSameSecret(attempt.state, state) && attempt.until > now ? attempt : undefined;
}

export const removeAttempt = (c: Context, jar: Jar, { state }: Attempt) =>
  deleteCookie(c, cookieName(jar, state), cookieOptions(jar));

/** By this prefix browsers know that no other host, and nobody without TLS, has set it. */
const cookiePrefix = ({ secure }: Jar): string => (secure ? '__Host-google-' : 'google-');
const cookieOptions = ({ path, secure }: Jar) => ({ path: secure ? '/' : path, secure });
const cookieName = (jar: Jar, state: string): string =>
  `${cookiePrefix(jar)}${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;
