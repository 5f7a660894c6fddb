import { afterFirstContentfulPaint } from '#web/browser/after-first-paint.ts';
import { shouldSaveData } from '#web/browser/data-use.ts';

type Route = { module: string; imports?: string[] };

declare global {
  /** React Router's list of all routes. */
  var __reactRouterManifest: { routes: Record<string, Route | undefined> };
}

/** Ids of the routes that members open most, with their layouts. */
export const memberRoutes = [
  'features/dashboard/guard',
  'features/dashboard/dashboard-layout',
  'features/appointments/appointments-page',
  'features/gallery/gallery-page',
];

/**
 * Prefetches the scripts of these routes into the browser's cache, unless the browser saves data. React
 * Router's own prefetching is not used, because it reloads the page if the connection fails.
 */
export async function prefetchRoutes(): Promise<void> {
  if (shouldSaveData()) return;
  await afterFirstContentfulPaint();
  const routes = memberRoutes.map((id) => globalThis.__reactRouterManifest.routes[id]);
  for (const href of new Set(
    routes.flatMap((route) => (route ? [route.module, ...(route.imports ?? [])] : [])),
  )) {
    if (document.querySelector(`link[href="${href}"]`)) continue;
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href }),
    );
  }
}
