import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { hasNoLine, type LastingEvent, ours } from './scope.ts';

const matchOptions = { ignoreVary: true };

/** A few of those that were seen, for a few days. With a line the server is asked: one may have been taken away since. */
const keptFirst = new CacheFirst({
  cacheName: 'bb-pictures',
  matchOptions,
  plugins: [
    ours(/^image\//),
    new ExpirationPlugin({
      maxEntries: 60,
      maxAgeSeconds: 3 * 86_400,
      matchOptions,
      purgeOnQuotaError: true,
    }),
  ],
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
  const [answer, kept] = keptFirst.handleAll({ event, request: new Request(address) });
  await answer;
  await kept;
}
