import { afterFirstContentfulPaint } from '#web/browser/after-first-paint.ts';
import { shouldSaveData } from '#web/browser/data-use.ts';

declare global {
  /**
   * Scripts of the pages that members open first. Every prerendered page sets this variable
   * (web/before-react/defer-scripts.ts).
   */
  var memberScripts: string[] | undefined;
}

/**
 * Prefetches the scripts of these pages into the browser's cache, unless the browser saves data. React
 * Router's own prefetching is not used, because it reloads the page if the connection fails.
 */
export async function prefetchRoutes(): Promise<void> {
  if (shouldSaveData()) return;
  await afterFirstContentfulPaint();
  for (const href of globalThis.memberScripts ?? []) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }),
    );
  }
}
