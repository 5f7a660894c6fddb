export type PageLocation = { pathname: string; search: string; hash: string };

/**
 * Returns the location state for a link to /login, so that the user returns: `navigate('/login', { state:
 * returnState(location) })`. `reason`: why the visitor has to sign in, shown on the login page.
 */
export const returnState = ({ pathname, search, hash }: PageLocation, reason?: string) => ({
  from: { pathname, search: withoutSecrets(search), hash },
  ...(reason && { reason }),
});

/**
 * Returns the location state of a visitor who followed a link to /login before React started, from the address
 * of the page with the link.
 * @param base path prefix of the language
 */
export function stateOfReferrer(referrer: string, origin: string, base: string) {
  if (!referrer.startsWith(`${origin}${base}/`)) return undefined;
  const { pathname, search, hash } = new URL(referrer);
  return returnState({ pathname: pathname.slice(base.length), search, hash });
}

/** Removes `*_secret` parameters, which must not stay in the browser history. */
function withoutSecrets(search: string): string {
  const query = new URLSearchParams(search);
  const secrets = [...query.keys()].filter((name) => name.endsWith('_secret'));
  if (secrets.length === 0) return search;
  for (const name of secrets) query.delete(name);
  const remaining = query.toString();
  return remaining && `?${remaining}`;
}
