import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { savesData } from '#web/components/saves-data.ts';
import { builtSite } from './build-info.ts';
import { replacementsFor } from './cache-names.ts';
import { cacheIfOurs, type ExtendableFetchEvent, matchOptions, putInCache, trimCache } from './scope.ts';

const cacheName = 'bb-files';
/**
 * What carries a hash in its name never changes, so whoever asks for a file of a version gets that of this version,
 * also when the server has it no more. The least used go first: several versions have room beside each other.
 */
const keptFirst = new CacheFirst({
  cacheName,
  matchOptions,
  plugins: [cacheIfOurs(/javascript|css|font/), trimCache(500, 90)],
});

export const isFile = (path: string): boolean => /^(\/[a-z]{2})?\/assets\//.test(path);

export function serveFiles(): void {
  registerRoute(({ url, sameOrigin }) => sameOrigin && isFile(url.pathname), keptFirst);
}

/** Fetches what is not kept yet. @throws where a file does not come */
export async function cacheFile(event: ExtendableFetchEvent, path: string): Promise<void> {
  const { ok } = await putInCache(keptFirst, event, new Request(path, { priority: 'low' }));
  if (!ok) throw new Error(`${path} did not come.`);
}

/** What an open page may ask for later is there then, whatever has become of the line and of the server. */
export function lazyFiles(path: string): string[] {
  if (savesData() && !path.includes('/appointments-page-')) return [];
  const places = builtSite.later[builtSite.files.indexOf(path)] ?? [];
  return places.flatMap((place) => builtSite.files[place] ?? []);
}

/** The files of this version in place of those that are kept of another. */
export async function renewFiles(event: ExtendableFetchEvent): Promise<void> {
  const requests = await (await caches.open(cacheName)).keys();
  const kept = requests.map(({ url }) => new URL(url).pathname);
  for (const path of replacementsFor(kept, builtSite.files)) await cacheFile(event, path);
}
