import type { QueryClient } from '@tanstack/react-query';

let cache: QueryClient | undefined;

/** Registers the page's query cache. Called when queries.ts loads. */
export function registerQueryCache(client: QueryClient): void {
  cache = client;
}

/** Removes all data fetched for one user, so that the next user of this browser never sees it. */
export function clearUserQueries(client = cache): void {
  const isPersonal = (query: { meta?: { public?: boolean } | undefined }) => query.meta?.public !== true;
  void client?.cancelQueries({ predicate: isPersonal });
  client?.removeQueries({ predicate: isPersonal });
  client?.getMutationCache().clear();
}
