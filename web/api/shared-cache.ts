import type { QueryClient } from '@tanstack/react-query';

let cache: QueryClient | undefined;

/** Tells of the browser's one cache; called once a part of the page that asks the server has loaded. */
export function registerQueryCache(client: QueryClient): void {
  cache = client;
}

/** Drops all that was fetched for one person, so that the next one on this browser never sees it. */
export function clearUserQueries(client = cache): void {
  const isPersonal = (query: { meta?: { public?: boolean } | undefined }) => query.meta?.public !== true;
  void client?.cancelQueries({ predicate: isPersonal });
  client?.removeQueries({ predicate: isPersonal });
  client?.getMutationCache().clear();
}
