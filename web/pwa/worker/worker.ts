/**
 * The service worker: pages once seen open without a line. It knows no person: what it keeps is the same for everybody.
 * scripts/set-up/worker.mjs makes /sw.js of it; decision 0042.
 */

import { isPagePath } from './cache-names.ts';
import { isFile, keepFile, laterThan, renewFiles, serveFiles } from './files.ts';
import { keepPage, renewPages, servePages } from './pages.ts';
import {
  isForEverybody,
  isPicture,
  keepAnswer,
  keepPicture,
  serveAnswers,
  servePictures,
} from './responses.ts';
import { type LastingEvent, readSeen, type Seen, scope } from './scope.ts';

serveFiles();
servePages();
serveAnswers();
servePictures();

// A worker of this version comes once all that is kept is of it; until then, and if a line breaks, the former stays.
scope.addEventListener('install', (event) => event.waitUntil(renew(event)));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

async function renew(event: LastingEvent): Promise<void> {
  await renewFiles(event);
  await renewPages(event);
  // Open pages go on under it: it has the files of their version, too.
  await scope.skipWaiting();
}

/** One after the other, so that a slow line is left to the page. */
let keeping: Promise<unknown> = Promise.resolve();

scope.addEventListener('message', (event) => {
  const seen = readSeen(event.data);
  if (!seen) return;
  // What does not come now is kept another time.
  keeping = keeping.then(() => keep(event, seen)).catch(() => undefined);
  event.waitUntil(keeping);
});

async function keep(event: LastingEvent, { page, loaded }: Seen): Promise<void> {
  if (isPagePath(page)) await keepPage(event, page);
  const [files, others] = [loaded.filter(isFile), loaded.filter((path) => !isFile(path))];
  for (const path of files) await keepFile(event, path);
  for (const path of others) {
    const { pathname } = new URL(path, location.origin);
    if (isForEverybody(pathname)) await keepAnswer(event, path);
    else if (isPicture(pathname)) await keepPicture(event, path);
  }
  for (const path of files.flatMap(laterThan)) await keepFile(event, path);
}
