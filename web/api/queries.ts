import {
  onlineManager,
  QueryClient,
  useInfiniteQuery as useInfiniteQueryIn,
  useQuery as useQueryIn,
} from '@tanstack/react-query';
import { isChunkLoadError } from '#web/browser/chunk-load-error.ts';
import { ApiError } from './errors.ts';
import { registerQueryCache } from './shared-cache.ts';

export { type InfiniteData, infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    /**
     * `public` data is the same for all users, so it is kept when another user signs in. All other data is
     * removed.
     */
    queryMeta: { public?: boolean };
  }
}

const MINUTE_MS = 60_000;

const MAX_RETRY_DELAY_MS = 30_000;

/**
 * Retries a failed query up to three times, except while offline and after a 4xx, a long Retry-After or a
 * failed script download. Going online starts every stale query again.
 */
export const retryQuery = (failures: number, error: Error): boolean =>
  failures < 3 &&
  navigator.onLine !== false &&
  !isChunkLoadError(error) &&
  !(error instanceof ApiError && error.status < 500) &&
  retryDelay(failures, error) <= MAX_RETRY_DELAY_MS;

/** Returns the delay in ms: the server's Retry-After, otherwise 1, 2, 4 ... seconds, at most 30. */
export const retryDelay = (failures: number, error: Error): number =>
  error instanceof ApiError && error.retryAfter !== undefined
    ? error.retryAfter * 1000
    : Math.min(1000 * 2 ** failures, MAX_RETRY_DELAY_MS);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // `always`: an offline query fails immediately and shows an error, instead of pausing without a
      // message.
      queries: {
        gcTime: 5 * MINUTE_MS,
        retry: retryQuery,
        retryDelay,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

// The library assumes that a page loads online. Set the actual state, so that going online starts the queries
// of a page loaded offline.
onlineManager.setOnline(navigator.onLine !== false);

export const queryClient = createQueryClient();
if (!import.meta.env.SSR) queryClient.mount();
registerQueryCache(queryClient);

// Uses no context provider, because its update would render the parts of a page that are not hydrated yet.
export const useQueryClient = (): QueryClient => queryClient;

/**
 * Returns the query cache, and on the server an empty one, so that no query starts with the data of an
 * earlier page.
 */
const clientForQuery = (): QueryClient => (import.meta.env.SSR ? createQueryClient() : queryClient);

export const useQuery = ((options: Parameters<typeof useQueryIn>[0]) =>
  useQueryIn(options, clientForQuery())) as typeof useQueryIn;
export const useInfiniteQuery = ((options: Parameters<typeof useInfiniteQueryIn>[0]) =>
  useInfiniteQueryIn(options, clientForQuery())) as typeof useInfiniteQueryIn;

/** Returns the options of a query that shows the data in the page's HTML until the list is loaded. */
export const fromPage = <Data>(read: () => Data | undefined) => ({
  initialData: read,
  initialDataUpdatedAt: 0,
});
