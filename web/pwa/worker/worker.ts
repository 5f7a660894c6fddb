/**
 * The service worker: pages once seen open without a line. It knows no person: what it keeps is the same for everybody.
 * scripts/set-up/worker.mjs makes /sw.js of it; decision 0042.
 */

import { isPagePath } from './cache-names.ts';
import { cacheFile, isFile, lazyFiles, renewFiles, serveFiles } from './files.ts';
import { cachePage, renewPages, servePages } from './pages.ts';
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

// A worker of this version comes once all that is kept is of it; until then, and if a line breaks, the former stays.
scope.addEventListener('install', (event) => event.waitUntil(renew(event)));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

async function renew(event: ExtendableFetchEvent): Promise<void> {
  await renewFiles(event);
  await renewPages(event);
  // Open pages go on under it: it has the files of their version, too.
  await scope.skipWaiting();
}

/** One after the other, so that a slow line is left to the page. */
let keeping: Promise<unknown> = Promise.resolve();

scope.addEventListener('message', (event) => {
  const seen = parseLoadedResources(event.data);
  if (!seen) return;
  // What does not come now is kept another time.
  keeping = keeping.then(() => keep(event, seen)).catch(() => undefined);
  event.waitUntil(keeping);
});

async function keep(event: ExtendableFetchEvent, { page, loaded }: LoadedResources): Promise<void> {
  if (isPagePath(page)) await cachePage(event, page);
  const [files, others] = [loaded.filter(isFile), loaded.filter((path) => !isFile(path))];
  for (const path of files) await cacheFile(event, path);
  for (const path of others) {
    const { pathname } = new URL(path, location.origin);
    if (isPublicResponse(pathname)) await cachePublicResponse(event, path);
    else if (isPicture(pathname)) await cachePicture(event, path);
  }
  for (const path of files.flatMap(lazyFiles)) await cacheFile(event, path);
}
