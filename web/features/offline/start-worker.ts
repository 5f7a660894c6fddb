import type { Seen } from '#web/worker/seen.ts';

/** What somebody does first on a page has the line to itself, in ms. */
const pageFirst = 5000;

/** A page goes on asking for a while after its first file: all is told together, in ms. */
const together = 1500;

/** Registers the service worker and tells it what this page has loaded, so that it opens without a line from now on. */
export async function startWorker(): Promise<void> {
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

function tellSeen(tell: (seen: Seen) => void): void {
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
