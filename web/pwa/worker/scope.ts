import { ExpirationPlugin } from 'workbox-expiration';
import type { Strategy } from 'workbox-strategies';

/** Service worker globals. TypeScript's own types for them conflict with those of a page. */
type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableFetchEvent) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: ExtendableFetchEvent & MessageEvent<unknown>) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
};

/** The browser keeps the worker running until the promise of `waitUntil` settles. */
export type ExtendableFetchEvent = Event & { waitUntil(end: Promise<unknown>): void };

export const scope = globalThis as unknown as WorkerScope;

/** Ignores Vary: all responses to one URL are equivalent. */
export const matchOptions = { ignoreVary: true };

/** Limits a cache to a number of responses and an age in days. Evicts the least used first. */
export const trimCache = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * 86_400, matchOptions, purgeOnQuotaError: true });

/** Handles a request as if a page had sent it, and waits until the response is cached. */
export async function putInCache(
  strategy: Strategy,
  event: ExtendableFetchEvent,
  request: Request,
): Promise<Response> {
  const [responding, storing] = strategy.handleAll({ event, request });
  const response = await responding;
  await storing;
  return response;
}

/** Whether the browser reports that the device is offline. If false, the server may still be unreachable. */
export const isOffline = (): boolean => !navigator.onLine;

/** Whether a response is ours and of this content type. Any other may come from a captive portal. */
export const isFromOurServer = (response: Response, type: RegExp): boolean =>
  response.status === 200 && !response.redirected && type.test(response.headers.get('Content-Type') ?? '');

/** Caches only our responses of this content type. */
export const cacheOwnResponses = (type: RegExp) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    isFromOurServer(response, type) ? response : null,
});

/**
 * Message of a page to its worker: the page's path, and the paths, with their queries, that the page has
 * loaded from this site.
 */
export type LoadedResources = { page: string; loaded: string[] };

/** Parses a page's message. A page of another version may send another format. */
export function parseLoadedResources(message: unknown): LoadedResources | undefined {
  const { page, loaded } = (message ?? {}) as Partial<Record<keyof LoadedResources, unknown>>;
  if (!isPath(page) || !Array.isArray(loaded) || !loaded.every(isPath)) return undefined;
  return { page, loaded };
}

const isPath = (value: unknown): value is string => typeof value === 'string' && /^\/(?!\/)/.test(value);
