import {
  QueryClient,
  useInfiniteQuery as useInfiniteQueryOf,
  useQuery as useQueryOf,
} from '@tanstack/react-query';
import { isChunkLoadError } from '#web/document/chunk-load-error.ts';
import { ApiError } from './errors.ts';
import { registerQueryCache } from './shared-cache.ts';

export { type InfiniteData, infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error;
    /** `public`: the same for everyone, so it may stay when another person signs in. Everything else is forgotten. */
    queryMeta: { public?: boolean };
  }
}

const minute = 60_000;

const LONGEST_WAIT = 30_000;

/**
 * A failed query is tried three times more; a refused one (4xx) never, nor one that is to wait longer than people do,
 * nor one whose script did not come.
 */
export const retryQuery = (failures: number, error: Error): boolean =>
  failures < 3 &&
  !isChunkLoadError(error) &&
  !(error instanceof ApiError && error.status < 500) &&
  retryDelay(failures, error) <= LONGEST_WAIT;

/** What the server asks for, else 1, 2, 4 ... seconds, at most 30. In milliseconds. */
export const retryDelay = (failures: number, error: Error): number =>
  error instanceof ApiError && error.retryAfter !== undefined
    ? error.retryAfter * 1000
    : Math.min(1000 * 2 ** failures, LONGEST_WAIT);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // `always`: without a connection a person is told so, instead of waiting for nothing they can see.
      queries: {
        gcTime: 5 * minute,
        retry: retryQuery,
        retryDelay,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

export const queryClient = createQueryClient();
queryClient.mount();
registerQueryCache(queryClient);

// Not by a context above the pages: its change would draw anew what is not yet alive of a prerendered page.
export const useQueryClient = (): QueryClient => queryClient;
export const useQuery = ((options: Parameters<typeof useQueryOf>[0]) =>
  useQueryOf(options, queryClient)) as typeof useQueryOf;
export const useInfiniteQuery = ((options: Parameters<typeof useInfiniteQueryOf>[0]) =>
  useInfiniteQueryOf(options, queryClient)) as typeof useInfiniteQueryOf;
