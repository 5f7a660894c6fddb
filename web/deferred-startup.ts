import { t } from '@lingui/core/macro';
import { hasFeature } from '#web/api/config.ts';
import { findSession } from '#web/auth/find-session.ts';
import { readItem, unsentKey } from '#web/auth/persistence.ts';
import { reloadUnused } from '#web/browser/chunk-load-error.ts';
import { waitUntilIdle } from '#web/browser/wait-until-idle.ts';
import { toast } from '#web/components/toast.ts';
import { notifyWhenOffline } from '#web/pwa/notify-when-offline.ts';
import { pagesCache } from '#web/pwa/worker/pages-cache.ts';
import type { LoadedResources } from '#web/pwa/worker/scope.ts';

// This runs on import. Every page imports this module, on a first visit three seconds after the page has
// loaded.
void prepareForOffline().catch(() => undefined);
// Ignore errors: if IndexedDB is unavailable, there is no session to find.
void findSession().catch(() => undefined);

/** Prepares the page for offline use, once, after the page is idle. */
async function prepareForOffline(): Promise<void> {
  await waitUntilIdle();
  if (!hasFeature('offline')) return;
  keepLanguageOffline();
  promptOfflineQueue();
  await registerServiceWorker();
  notifyWhenOffline();
}

/**
 * While offline, keeps a click on the language switch from leaving this page if no page of the other language
 * is cached, and shows why.
 */
function keepLanguageOffline(): void {
  let isCached = false;
  const openIfCached = async (link: HTMLAnchorElement) => {
    const pages = await (await caches.open(pagesCache)).keys();
    isCached = pages.some(({ url }) => isBengali(new URL(url).pathname) === isBengali(link.pathname));
    if (isCached) link.click();
    else toast.warning(t`You're offline. You can change the language when you are online again.`);
  };
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[hreflang]');
    if (!link || isCached || navigator.onLine) return;
    event.preventDefault();
    // The script that stores the chosen language must not receive the click.
    event.stopPropagation();
    void openIfCached(link);
  };
  addEventListener('click', onClick, { capture: true });
}

const isBengali = (path: string): boolean => /^\/bn(\/|$)/.test(path);

/** Leaves the network to the page's own requests first. */
const REGISTRATION_DELAY_MS = 2000;

/** Groups the resources of one page into one message. */
const REPORT_DELAY_MS = 1500;

/** Registers the service worker and reports the loaded resources to it, so that this page opens offline. */
async function registerServiceWorker(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  // With a worker, most files are cached, so do not wait: even a page that is open for a few seconds must
  // open offline later.
  if (!workers.controller) await new Promise((later) => setTimeout(later, REGISTRATION_DELAY_MS));
  try {
    await workers.register('/sw.js', { updateViaCache: 'none' });
  } catch {
    // Some browsers block registration in private windows. An existing worker keeps running.
  }
  const { active } = await workers.ready;
  if (active) reportResources((resources) => (workers.controller ?? active).postMessage(resources));
}

function reportResources(send: (resources: LoadedResources) => void): void {
  const loaded = new Set<string>();
  const report = () => {
    send({ page: location.pathname, loaded: [...loaded] });
    loaded.clear();
  };
  new PerformanceObserver((list) => {
    const before = loaded.size;
    for (const { name } of list.getEntries())
      if (name.startsWith(`${location.origin}/`)) loaded.add(name.slice(location.origin.length));
    if (before === 0 && loaded.size > 0) setTimeout(report, REPORT_DELAY_MS);
  }).observe({ type: 'resource', buffered: true });
}

let container: HTMLElement | undefined;

/** Shows requests that were queued offline as soon as the page is online. Loads nothing until then. */
function promptOfflineQueue(): void {
  showQueueIfOnline();
  addEventListener('online', showQueueIfOnline);
}

function showQueueIfOnline(): void {
  if (container || !navigator.onLine || readItem(unsentKey) === null) return;
  // Render the prompt outside of the React document, so that no page has to include it.
  container = document.createElement('div');
  document.body.append(container);
  import('#web/features/appointments/offline-queue-prompt.tsx').then(
    ({ showOfflineQueue }) => container && showOfflineQueue(container),
    () => {
      container?.remove();
      container = undefined;
      reloadUnused();
    },
  );
}
