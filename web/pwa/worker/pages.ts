import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { builtSite } from './build-info.ts';
import { cacheKeyFor, filesReferencedBy, inOtherLanguages, isPagePath, shellPageFor } from './cache-names.ts';
import { cacheFile } from './files.ts';
import { type ExtendableFetchEvent, isFromOurServer, matchOptions } from './scope.ts';

const cacheName = 'bb-pages';

/** So long a kept page waits for the one of the server, in seconds. */
const timeoutMs = 4;

/** Answers in place of a server that is being replaced. */
const away = [502, 503, 504];

/** The page of the server; where that does not come, the one that is kept, and else the one that the browser fills. */
const serverFirst = new NetworkFirst({
  cacheName,
  matchOptions,
  networkTimeoutSeconds: timeoutMs,
  plugins: [
    {
      cacheKeyWillBeUsed: async ({ request }) => cacheKeyFor(new URL(request.url).pathname, builtSite),
      // A page is kept once its files are: below.
      cacheWillUpdate: async () => null,
      fetchDidSucceed: async ({ response }) => {
        if (away.includes(response.status)) throw new Error('The server is away.');
        return response;
      },
      handlerDidError: async ({ request }) => {
        const url = new URL(request.url);
        return (await find(shellPageFor(url.pathname, builtSite))) ?? (await leadToKeptLanguage(url));
      },
    },
  ],
});

export function servePages(): void {
  registerRoute(({ url, request }) => request.mode === 'navigate' && isPagePath(url.pathname), serverFirst);
}

/** To the same page in a language that this device has pages of: of the one that was asked for it never saw any. */
async function leadToKeptLanguage(url: URL): Promise<Response | undefined> {
  for (const other of inOtherLanguages(url, builtSite))
    if (await find(shellPageFor(other.pathname, builtSite))) return Response.redirect(other);
  return undefined;
}

/** Keeps the page at a path and the one that the browser fills, each after all files that it names. */
export async function cachePage(event: ExtendableFetchEvent, path: string): Promise<void> {
  for (const each of new Set([shellPageFor(path, builtSite), cacheKeyFor(path, builtSite)]))
    if (!(await isOfThisBuild(each))) await renewPage(event, each);
}

/** All pages that are kept, as this version has them. */
export async function renewPages(event: ExtendableFetchEvent): Promise<void> {
  const requests = await (await caches.open(cacheName)).keys();
  for (const { url } of requests) await renewPage(event, new URL(url).pathname);
}

async function renewPage(event: ExtendableFetchEvent, path: string): Promise<void> {
  const cache = await caches.open(cacheName);
  const page = await fetch(path, { cache: 'no-cache', priority: 'low' });
  // No page of this site any more, or one in a language that it had.
  if (page.status === 404 || page.redirected) return void (await cache.delete(path));
  if (!isFromOurServer(page, /html/)) throw new Error(`${path} did not come.`);
  for (const file of filesReferencedBy(await page.clone().text())) await cacheFile(event, file);
  await cache.put(path, page);
}

async function isOfThisBuild(path: string): Promise<boolean> {
  const kept = await find(path);
  if (!kept) return false;
  return filesReferencedBy(await kept.text()).every((file) => builtSite.files.includes(file));
}

const find = async (path: string): Promise<Response | undefined> =>
  await (await caches.open(cacheName)).match(path, matchOptions);
