import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { atMost, hasNoLine, keepBy, type LastingEvent, matchOptions, ours } from './scope.ts';

/** A few of those that were seen, for a few days. With a line the server is asked: one may have been taken away since. */
const keptFirst = new CacheFirst({
  cacheName: 'bb-pictures',
  matchOptions,
  plugins: [ours(/^image\//), atMost(60, 3)],
});

export const isPicture = (path: string): boolean =>
  /^\/(drawings|avatars|images)\/|^\/icon[\w-]*\.(svg|png)$/.test(path);

export function servePictures(): void {
  registerRoute(
    ({ url, sameOrigin, request }) =>
      hasNoLine() && sameOrigin && request.destination === 'image' && isPicture(url.pathname),
    keptFirst,
  );
}

export async function keepPicture(event: LastingEvent, address: string): Promise<void> {
  await keepBy(keptFirst, event, new Request(address));
}
