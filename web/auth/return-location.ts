export type PageLocation = { pathname: string; search: string; hash: string };

/**
 * Returns the location state for a link to /login, so that the user returns: `navigate('/login', { state:
 * returnState(location) })`. `reason`: why the visitor has to sign in, shown on the login page.
 */
export const returnState = ({ pathname, search, hash }: PageLocation, reason?: string) => ({
  from: { pathname, search: withoutSecrets(search), hash },
  ...(reason && { reason }),
});

/** Removes `*_secret` parameters, which must not stay in the browser history. */
function withoutSecrets(search: string): string {
  const query = new URLSearchParams(search);
  const secrets = [...query.keys()].filter((name) => name.endsWith('_secret'));
  if (secrets.length === 0) return search;
  for (const name of secrets) query.delete(name);
  const remaining = query.toString();
  return remaining && `?${remaining}`;
}
