import type { QueryClient } from '@tanstack/react-query';

let cache: QueryClient | undefined;
const listeners = new Set<() => void>();

/** The browser's one cache of what the server said: there once a part of the page that asks the server has loaded. */
export const sharedCache = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): QueryClient | undefined => cache,
  share(client: QueryClient): void {
    cache = client;
    for (const listener of listeners) listener();
  },
};

/** Drops all that was fetched for one person, so that the next one on this browser never sees it. */
export function forgetPerson(client = cache): void {
  const isPersonal = (query: { meta?: { public?: boolean } | undefined }) => query.meta?.public !== true;
  void client?.cancelQueries({ predicate: isPersonal });
  client?.removeQueries({ predicate: isPersonal });
  client?.getMutationCache().clear();
}
