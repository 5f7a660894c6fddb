import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import {
  cacheOwnResponses,
  type ExtendableFetchEvent,
  isFromOurServer,
  isOffline,
  matchOptions,
  putInCache,
  trimCache,
} from './scope.ts';

/** API responses that are the same for all users. No other API response is cached. */
const publicPaths = ['/api/reviews', '/api/photo'];

const networkFirst = new NetworkFirst({
  cacheName: 'bb-answers',
  matchOptions,
  networkTimeoutSeconds: 4,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) =>
        isFromOurServer(response, /json/) ? withoutDate(response) : null,
    },
    trimCache(12, 30),
  ],
});

/** Removes the Date header: pages measure the clock difference with it (web/api/site-clock.ts). */
async function withoutDate(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('Date');
  return new Response(await response.blob(), { headers });
}

export const isPublicResponse = (path: string): boolean => publicPaths.includes(path);

export function servePublicResponses(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isOffline() && isPublicResponse(url.pathname),
    networkFirst,
  );
}

export async function cachePublicResponse(event: ExtendableFetchEvent, address: string): Promise<void> {
  const headers = { Accept: 'application/json' };
  await putInCache(networkFirst, event, new Request(address, { headers }));
}

/** Serves up to 60 pictures from the cache, only while offline: online, the server may have removed one. */
const cacheFirst = new CacheFirst({
  cacheName: 'bb-pictures',
  matchOptions,
  plugins: [cacheOwnResponses(/^image\//), trimCache(60, 3)],
});

export const isPicture = (path: string): boolean =>
  /^\/(drawings|avatars|images)\/|^\/icon[\w-]*\.(svg|png)$/.test(path);

export function servePictures(): void {
  registerRoute(
    ({ url, sameOrigin, request }) =>
      isOffline() && sameOrigin && request.destination === 'image' && isPicture(url.pathname),
    cacheFirst,
  );
}

export async function cachePicture(event: ExtendableFetchEvent, address: string): Promise<void> {
  await putInCache(cacheFirst, event, new Request(address));
}
