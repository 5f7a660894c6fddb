import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { shouldSaveData } from '#web/browser/data-use.ts';
import { builtSite } from './build-info.ts';
import { findReplacements, isFile } from './cache-names.ts';
import {
  cacheOwnResponses,
  type ExtendableFetchEvent,
  matchOptions,
  putInCache,
  trimCache,
} from './scope.ts';

const cacheName = 'bb-files';
/**
 * Options for files with a hash in their names. They are served from the cache first, because they never
 * change. Files of an older version stay available after the server has removed them. The cache holds several
 * versions and evicts the least used files.
 */
const options = {
  cacheName,
  matchOptions,
  plugins: [cacheOwnResponses(/javascript|css|font/), trimCache(500, 90)],
};
const cacheFirst = new CacheFirst(options);

const RETRY_DELAY_MS = 1000;

/**
 * Requests a file of a page again: browsers do not retry a failed module, and the first requests after a lost
 * connection may still fail.
 */
const retryOnce = {
  handlerDidError: async ({ request }: { request: Request }) => {
    await new Promise((later) => setTimeout(later, RETRY_DELAY_MS));
    return fetch(request);
  },
};

export function serveFiles(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && isFile(url.pathname),
    new CacheFirst({ ...options, plugins: [...options.plugins, retryOnce] }),
  );
}

/** Caches a file. @throws Error if it cannot be fetched */
export async function cacheFile(event: ExtendableFetchEvent, path: string): Promise<void> {
  const { ok } = await putInCache(cacheFirst, event, new Request(path, { priority: 'low' }));
  if (!ok) throw new Error(`Could not fetch ${path}`);
}

/** Returns the files that a page may import later, so that they are cached before they are needed offline. */
export function listLazyFiles(path: string): string[] {
  if (shouldSaveData() && !path.includes('/appointments-page-')) return [];
  const indexes = builtSite.later[builtSite.files.indexOf(path)] ?? [];
  return indexes.flatMap((index) => builtSite.files[index] ?? []);
}

/** Caches this version's replacements of the cached files. */
export async function updateCachedFiles(event: ExtendableFetchEvent): Promise<void> {
  const requests = await (await caches.open(cacheName)).keys();
  const cached = requests.map(({ url }) => new URL(url).pathname);
  for (const path of findReplacements(cached, builtSite.files)) await cacheFile(event, path);
}
