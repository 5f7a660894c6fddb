import type { PageLocation } from './return-location.ts';

/** Returns the page of origin from a location state as a path of our site, or `/` if there is none. */
export function returnPath(state: unknown, origin: string): string {
  const from = (state as { from?: Partial<PageLocation> } | null)?.from;
  const { pathname, search = '', hash = '' } = from ?? {};
  if (typeof pathname !== 'string' || typeof search !== 'string' || typeof hash !== 'string') return '/';
  return ownPath(pathname + search + hash, origin) ?? '/';
}

/**
 * Returns a path of our site, or undefined for a sign-in page and for any other address. With a second slash
 * or a backslash, the path would name another host: `//evil.example`.
 */
function ownPath(path: string, origin: string): string | undefined {
  if (!/^\/(?![/\\])/.test(path)) return undefined;
  const url = new URL(path, origin);
  const isSignInPage = url.pathname === '/login' || url.pathname === '/register';
  return url.origin === origin && !isSignInPage ? url.pathname + url.search + url.hash : undefined;
}

/** Returns the path to open after an emailed link: `next` in the link's query or in its `continueUrl`. */
export function nextPath(query: URLSearchParams, origin: string): string {
  const continueQuery = parseQuery(query.get('continueUrl') ?? '');
  return ownPath(query.get('next') ?? continueQuery?.get('next') ?? '/', origin) ?? '/';
}

// `URL.parse` is missing in browsers from 2023.
function parseQuery(address: string): URLSearchParams | undefined {
  try {
    return new URL(address).searchParams;
  } catch {
    return undefined;
  }
}
