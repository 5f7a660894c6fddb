import { afterFirstPicture } from '#web/ui/after-first-picture.ts';
import { savesData } from '#web/ui/saves-data.ts';

/** Where members go from a public page, and what stands around it: ids of routes. */
const routes = [
  'features/dashboard/guard',
  'features/dashboard/dashboard-layout',
  'features/appointments/appointments-page',
  'features/gallery/gallery-page',
];

/**
 * Fetches the scripts of these pages into the browser's cache while a member reads another one, unless the browser is
 * told to save data. React Router's own way of prefetching loads the page anew when a line breaks meanwhile.
 */
export async function fetchAhead(): Promise<void> {
  if (savesData()) return;
  await afterFirstPicture();
  const files = routes.flatMap((id) => {
    const route = manifest()?.routes[id];
    return route ? [route.module, ...(route.imports ?? [])] : [];
  });
  for (const href of new Set(files)) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }),
    );
  }
}

/** Where the build has put each page's scripts, as React Router tells the browser. */
const manifest = () =>
  (
    globalThis as {
      __reactRouterManifest?: { routes: Record<string, { module: string; imports?: string[] }> };
    }
  ).__reactRouterManifest;
