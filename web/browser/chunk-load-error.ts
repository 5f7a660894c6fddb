import { t } from '@lingui/core/macro';
import { unreachableMessage } from './unreachable.ts';

/**
 * A script could not be loaded, because the browser is offline or the site was updated after this page was
 * opened.
 */
class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';

  constructor(cause: unknown) {
    super(t`This part of the page did not load. Check your connection, then load the page again.`, { cause });
  }
}

/**
 * Whether the page must be reloaded: browsers do not retry a failed import. Checks the name, because React
 * Router throws the same error if a page's own script is missing (scripts/broken-links.ts).
 */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ChunkLoadError';

/** Returns the module of an `import()`. Throws an error with a message for the user if it fails. */
export const loadChunk = <Module>(module: Promise<Module>): Promise<Module> =>
  module.catch((cause) => {
    throw new ChunkLoadError(cause);
  });

/**
 * Whether a reload may help: the page was not reloaded before, to avoid a loop, and it is online or has a
 * service worker.
 */
export function canReload(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type !== 'reload' && (navigator.onLine || !!navigator.serviceWorker?.controller);
}

/** @throws Error if the server cannot be reached */
export async function checkServer(): Promise<void> {
  const { status } = await fetch('', { method: 'HEAD', cache: 'no-store' });
  if (status >= 500) throw new Error(unreachableMessage);
}

/**
 * Reloads the page if a service worker or the server responds. Otherwise the browser's own error page would
 * replace the site.
 * @throws Error if the server cannot be reached
 */
export async function reloadIfReachable(): Promise<void> {
  if (!navigator.serviceWorker?.controller) await checkServer();
  location.reload();
}

/** Time after which a page that the user is leaving is gone. */
const LEAVING_MS = 1000;

/** Resolves unless the user is leaving the page. Browsers cancel the imports of such a page. */
export const untilStaying = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LEAVING_MS));

/**
 * Reloads a page that the user has not touched yet, so that nothing is lost: browsers do not retry a failed
 * import, and a busy browser may cancel scripts of a page that it opened from its cache.
 */
export function reloadUnused(): void {
  if (navigator.userActivation?.hasBeenActive === false && canReload())
    void untilStaying()
      .then(reloadIfReachable)
      .catch(() => {});
}
