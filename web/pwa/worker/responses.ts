import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import {
  cacheIfOurs,
  type ExtendableFetchEvent,
  isFromOurServer,
  isOffline,
  matchOptions,
  putInCache,
  trimCache,
} from './scope.ts';

/** What the product server tells everybody in the same words. Nothing else of it is ever kept here. */
const forEverybody = ['/api/config', '/api/reviews', '/api/photo'];

/** Without it nobody is known who was signed in: also while there is a line and no server at its end. */
const [config] = forEverybody;

const serverFirst = new NetworkFirst({
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

/** Pages set their clock by the date of an answer (web/api/site-clock.ts), which this one would tell them wrong. */
async function withoutDate(answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete('Date');
  return new Response(await answer.blob(), { headers });
}

export const isPublicResponse = (path: string): boolean => forEverybody.includes(path);

export function servePublicResponses(): void {
  registerRoute(
    ({ url, sameOrigin }) =>
      sameOrigin && (url.pathname === config || (isOffline() && isPublicResponse(url.pathname))),
    serverFirst,
  );
}

export async function cachePublicResponse(event: ExtendableFetchEvent, address: string): Promise<void> {
  const headers = { Accept: 'application/json' };
  await putInCache(serverFirst, event, new Request(address, { headers }));
}

/** A few of those that were seen, for a few days. With a line the server is asked: one may have been taken away since. */
const keptFirst = new CacheFirst({
  cacheName: 'bb-pictures',
  matchOptions,
  plugins: [cacheIfOurs(/^image\//), trimCache(60, 3)],
});

export const isPicture = (path: string): boolean =>
  /^\/(drawings|avatars|images)\/|^\/icon[\w-]*\.(svg|png)$/.test(path);

export function servePictures(): void {
  registerRoute(
    ({ url, sameOrigin, request }) =>
      isOffline() && sameOrigin && request.destination === 'image' && isPicture(url.pathname),
    keptFirst,
  );
}

export async function cachePicture(event: ExtendableFetchEvent, address: string): Promise<void> {
  await putInCache(keptFirst, event, new Request(address));
}
