import type { EntryContext } from 'react-router';

/** Where members go from another page, and what stands around it: ids of routes. */
const routes = [
  'features/dashboard/guard',
  'features/dashboard/dashboard-layout',
  'features/appointments/appointments-page',
  'features/gallery/gallery-page',
];

/**
 * A line of a page's start script that names the scripts of these routes (web/features/shell/members-ahead.ts).
 * @throws Error when the build has no such route
 */
export function nameMemberScripts({ manifest }: Pick<EntryContext, 'manifest'>): string {
  const files = routes.flatMap((id) => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`There is no route ${id} whose scripts members need first.`);
    return [route.module, ...(route.imports ?? [])];
  });
  return `window.memberScripts = ${JSON.stringify([...new Set(files)])};\n`;
}
