/**
 * The service worker: visited pages open offline. It caches only data that is the same for all users.
 * scripts/set-up/worker.mjs bundles it as /sw.js (decision 0042).
 */

import { isFile, isPagePath } from './cache-names.ts';
import { cacheFile, listLazyFiles, serveFiles, updateCachedFiles } from './files.ts';
import { cachePage, servePages, updateCachedPages } from './pages.ts';
import {
  cachePicture,
  cachePublicResponse,
  isPicture,
  isPublicResponse,
  servePictures,
  servePublicResponses,
} from './responses.ts';
import { type ExtendableFetchEvent, type LoadedResources, parseLoadedResources, scope } from './scope.ts';

serveFiles();
servePages();
servePublicResponses();
servePictures();

// The worker activates after all cached files and pages are of its version. If that fails, the previous one
// stays.
scope.addEventListener('install', (event) => event.waitUntil(renew(event)));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

async function renew(event: ExtendableFetchEvent): Promise<void> {
  await updateCachedFiles(event);
  await updateCachedPages(event);
  // Open pages of the previous version keep working, because their files stay in the cache.
  await scope.skipWaiting();
}

/** Caches one resource at a time, to leave bandwidth to the page. */
let caching: Promise<unknown> = Promise.resolve();

scope.addEventListener('message', (event) => {
  const resources = parseLoadedResources(event.data);
  if (!resources) return;
  // Ignore errors: the next page load tries again.
  caching = caching.then(() => cacheResources(event, resources)).catch(() => undefined);
  event.waitUntil(caching);
});

async function cacheResources(event: ExtendableFetchEvent, { page, loaded }: LoadedResources): Promise<void> {
  const [files, others] = [loaded.filter(isFile), loaded.filter((path) => !isFile(path))];
  const steps = [
    ...(isPagePath(page) ? [() => cachePage(event, page)] : []),
    ...files.map((path) => () => cacheFile(event, path)),
    ...others.map((path) => () => cacheResponse(event, path)),
    ...files.flatMap(listLazyFiles).map((path) => () => cacheFile(event, path)),
  ];
  for (const step of steps) {
    // A new version activates only after this one's events end.
    if (scope.registration.waiting) return;
    await step();
  }
}

async function cacheResponse(event: ExtendableFetchEvent, path: string): Promise<void> {
  const { pathname } = new URL(path, location.origin);
  if (isPublicResponse(pathname)) await cachePublicResponse(event, path);
  else if (isPicture(pathname)) await cachePicture(event, path);
}
