import { afterFirstPicture } from '#web/components/after-first-paint.ts';
import { savesData } from '#web/components/saves-data.ts';

declare global {
  /** The scripts of the pages that members open first; each prerendered page has it (web/document/defer-scripts.ts). */
  var memberScripts: string[] | undefined;
}

/**
 * Fetches the scripts of these pages into the browser's cache while a member reads another one, unless the browser is
 * told to save data. React Router's own way of prefetching loads the page anew when a line breaks meanwhile.
 */
export async function prefetchRoutes(): Promise<void> {
  if (savesData()) return;
  await afterFirstPicture();
  for (const href of globalThis.memberScripts ?? []) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }),
    );
  }
}
