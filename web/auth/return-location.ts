type Place = { pathname: string; search: string; hash: string };

/** What a link or redirect to /login carries, so that the person comes back: `navigate('/login', { state: comeBackTo(location) })`. */
export const returnState = ({ pathname, search, hash }: Place): { from: Place } => ({
  from: { pathname, search: withoutSecrets(search), hash },
});

/** A secret of an address does not stay in the browser's history. */
function withoutSecrets(search: string): string {
  const query = new URLSearchParams(search);
  const secrets = [...query.keys()].filter((name) => name.endsWith('_secret'));
  if (secrets.length === 0) return search;
  for (const name of secrets) query.delete(name);
  const rest = query.toString();
  return rest && `?${rest}`;
}

/** The page of origin in a location's state, as a path of our own site; `/` for anything else. */
export function returnPath(state: unknown, origin: string): string {
  const from = (state as { from?: Partial<Place> } | null)?.from;
  const { pathname, search = '', hash = '' } = from ?? {};
  if (typeof pathname !== 'string' || typeof search !== 'string' || typeof hash !== 'string') return '/';
  return ownPath(pathname + search + hash, origin) ?? '/';
}

// A backslash or a second slash makes a browser read another host: `//evil.example`, `/\evil.example`.
function ownPath(path: string, origin: string): string | undefined {
  if (!/^\/(?![/\\])/.test(path)) return undefined;
  const url = new URL(path, origin);
  const leadsBack = url.pathname === '/login' || url.pathname === '/register';
  return url.origin === origin && !leadsBack ? url.pathname + url.search + url.hash : undefined;
}

/** Where a mailed link goes on to: `next` of its own query, or of the continue address that it carries. */
export function nextPath(query: URLSearchParams, origin: string): string {
  const continued = queryOf(query.get('continueUrl') ?? '');
  return ownPath(query.get('next') ?? continued?.get('next') ?? '/', origin) ?? '/';
}

// `URL.parse` would be shorter; phones of 2023 do not know it.
function queryOf(address: string): URLSearchParams | undefined {
  try {
    return new URL(address).searchParams;
  } catch {
    return undefined;
  }
}
