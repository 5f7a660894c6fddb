export type PageLocation = { pathname: string; search: string; hash: string };

/** Location state for a link to /login, so that the user returns: `navigate('/login', { state: returnState(location) })`. */
export const returnState = ({ pathname, search, hash }: PageLocation): { from: PageLocation } => ({
  from: { pathname, search: withoutSecrets(search), hash },
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
