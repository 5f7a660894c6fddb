import { t } from '@lingui/core/macro';
import { writeItem, readItem, userStorageKeys } from '#web/auth/persistence.ts';
import { savesData } from '#web/components/saves-data.ts';
import { toast } from '#web/components/toast.ts';
import type { LoadedResources } from '#web/pwa/worker/scope.ts';

// As short as can be for who imports it, which every page does at once.
void prepareForOffline().catch(() => undefined);

/** What a page does for times without a line; once, and after everything that somebody may wait for. */
async function prepareForOffline(): Promise<void> {
  await waitUntilIdle();
  if (!(await isPartOfSite())) return;
  promptOfflineQueue();
  await registerServiceWorker();
  sayWhenCut();
}

/** Not by web/api/config.ts: pages that ask for nothing else would load the whole client for this one word. */
async function isPartOfSite(): Promise<boolean> {
  const { parts } = await fetch('/api/config').then(
    (answer) => answer.json(),
    () => ({}),
  );
  return Array.isArray(parts) && parts.includes('offline');
}

const told = 'bloodBuddiesToldOffline';

/** Once for each time that the line goes, and not on every page of that time. */
function sayWhenCut(): void {
  // Without a line it may not come, and the window in its place would interrupt who fills something in.
  const shelf = savesData() ? undefined : import('#web/components/sonner-toaster.tsx').catch(() => undefined);
  const say = async () => {
    if (!(await shelf)) return;
    if (navigator.onLine || !navigator.serviceWorker?.controller || readItem(told)) return;
    writeItem(told, 'yes');
    toast.warning(t`You're offline. Pages you have visited still open.`);
  };
  const forget = () => writeItem(told, null);
  if (navigator.onLine) forget();
  else void say();
  addEventListener('offline', () => void say());
  addEventListener('online', forget);
}

/** Patience with a page that never comes to rest, in ms. */
const longest = 5000;

/** Waits until the page has loaded and has nothing to do. */
async function waitUntilIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((loaded) => addEventListener('load', loaded, { once: true }));
  await new Promise<void>((idle) => {
    // Safari knows no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => idle(), { timeout: longest });
    else setTimeout(idle, 1000);
  });
}

/** What somebody does first on a page has the line to itself, in ms. */
const pageFirst = 5000;

/** A page goes on asking for a while after its first file: all is told together, in ms. */
const together = 1500;

/** Registers the service worker and tells it what this page has loaded, so that it opens without a line from now on. */
async function registerServiceWorker(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  await new Promise((later) => setTimeout(later, pageFirst));
  try {
    await workers.register('/sw.js', { updateViaCache: 'none' });
  } catch {
    // Private windows of some browsers forbid it; a worker from before goes on all the same.
  }
  const { active } = await workers.ready;
  if (active) tellSeen((seen) => (workers.controller ?? active).postMessage(seen));
}

function tellSeen(tell: (seen: LoadedResources) => void): void {
  const loaded = new Set<string>();
  const tellAll = () => {
    tell({ page: location.pathname, loaded: [...loaded] });
    loaded.clear();
  };
  new PerformanceObserver((list) => {
    const before = loaded.size;
    for (const { name } of list.getEntries())
      if (name.startsWith(`${location.origin}/`)) loaded.add(name.slice(location.origin.length));
    if (before === 0 && loaded.size > 0) setTimeout(tellAll, together);
  }).observe({ type: 'resource', buffered: true });
}

const [, unsent] = userStorageKeys;

let place: HTMLElement | undefined;

/** Shows what was filled in without a line as soon as there is some and a line; until then nothing of it is loaded. */
function promptOfflineQueue(): void {
  look();
  addEventListener('online', look);
}

function look(): void {
  if (place || !navigator.onLine || readItem(unsent) === null) return;
  // Beside React's document: no page has to draw it.
  place = document.createElement('div');
  document.body.append(place);
  import('#web/features/appointments/offline-queue-prompt.tsx').then(
    ({ showOfflineQueue }) => place && showOfflineQueue(place),
    () => {
      place?.remove();
      place = undefined;
    },
  );
}
