import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { builtSite } from './build-info.ts';
import {
  cacheKeyFor,
  filesReferencedBy,
  isPagePath,
  isRecent,
  otherLanguageUrls,
  shellPageFor,
} from './cache-names.ts';
import { cacheFile } from './files.ts';
import { pagesCache } from './pages-cache.ts';
import { type ExtendableFetchEvent, isFromOurServer, matchOptions } from './scope.ts';

/** Time to wait for the server before the cached page is shown. */
const NETWORK_TIMEOUT_S = 4;

/** Statuses of a proxy while the server restarts. */
const unavailableStatuses = [502, 503, 504];

/** Serves a page from the server, otherwise from the cache, otherwise the shell page. */
const networkFirst = new NetworkFirst({
  cacheName: pagesCache,
  matchOptions,
  networkTimeoutSeconds: NETWORK_TIMEOUT_S,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => cacheKeyFor(new URL(request.url).pathname),
      // Cache nothing here, because `renewPage` caches a page after its files.
      cacheWillUpdate: async () => null,
      fetchDidSucceed: async ({ response }) => {
        if (unavailableStatuses.includes(response.status)) throw new Error('Server unavailable');
        return response;
      },
      handlerDidError: async ({ request }) => {
        const url = new URL(request.url);
        return (await findCached(shellPageFor(url.pathname))) ?? (await redirectToCachedLanguage(url));
      },
    },
  ],
});

export function servePages(): void {
  registerRoute(({ url, request }) => request.mode === 'navigate' && isPagePath(url.pathname), networkFirst);
}

/** Redirects to the same page in a language with cached pages, if the requested language has none. */
async function redirectToCachedLanguage(url: URL): Promise<Response | undefined> {
  for (const other of otherLanguageUrls(url))
    if (await findCached(shellPageFor(other.pathname))) return Response.redirect(other);
  return undefined;
}

/** Caches the shell page and the page at `path`. Caches the files that each page references first. */
export async function cachePage(event: ExtendableFetchEvent, path: string): Promise<void> {
  for (const key of new Set([shellPageFor(path), cacheKeyFor(path)]))
    if (!(await isCurrent(key))) await renewPage(event, key);
}

/** Replaces all cached pages with this version's. */
export async function updateCachedPages(event: ExtendableFetchEvent): Promise<void> {
  const requests = await (await caches.open(pagesCache)).keys();
  for (const { url } of requests) await renewPage(event, new URL(url).pathname);
}

async function renewPage(event: ExtendableFetchEvent, path: string): Promise<void> {
  const cache = await caches.open(pagesCache);
  const page = await fetch(path, { cache: 'no-cache', priority: 'low' });
  // The page or its language was removed from this site.
  if (page.status === 404 || page.redirected) return void (await cache.delete(path));
  if (!isFromOurServer(page, /html/)) throw new Error(`Could not fetch ${path}`);
  for (const file of filesReferencedBy(await page.clone().text())) await cacheFile(event, file);
  await cache.put(path, page);
}

/** The owner may have published another name, logo or color since a page was cached. */
async function isCurrent(path: string): Promise<boolean> {
  const cached = await findCached(path);
  if (!cached || !isRecent(cached.headers.get('Date'), Date.now())) return false;
  return filesReferencedBy(await cached.text()).every((file) => builtSite.files.includes(file));
}

const findCached = async (path: string): Promise<Response | undefined> =>
  await (await caches.open(pagesCache)).match(path, matchOptions);
