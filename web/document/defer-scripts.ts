import type { EntryContext } from 'react-router';
import { accessTokenKey } from '#web/api/access-token.ts';
import { rewriteStartScript } from './inline-script.ts';

/**
 * Lets a prerendered page be seen before its scripts are fetched: until then they would share a slow line with style,
 * typeface and first picture, and a slow phone with the painting. `first` runs before everything else. Fails loudly when
 * React Router writes another page.
 */
export function deferScripts(html: string, first = ''): string {
  const preloads: string[] = [];
  const withoutPreloads = html.replaceAll(
    /<link rel="modulepreload" href="([^"]+)"\/>/g,
    (_, href: string) => {
      preloads.push(href);
      return '';
    },
  );
  if (preloads.length === 0) throw new Error('React Router starts its pages in another way now.');
  const start = [
    first + untilSeen,
    `for (const href of ${JSON.stringify(preloads)})`,
    '  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));\n',
  ].join('\n');
  return rewriteStartScript(withoutPreloads, start);
}

// A frame's callback comes before the paint, on a fast line by long enough for all scripts to be asked for. A browser that
// keeps its paints to itself and a picture that does not come are waited for no longer than these times, in ms.
const untilSeen = `if (!document.hidden) {
  await new Promise((painted) => {
    new PerformanceObserver(painted).observe({ type: "paint", buffered: true });
    requestAnimationFrame(() => setTimeout(painted, 500));
  });
  await new Promise((come) => {
    if (document.readyState === "complete") come();
    addEventListener("load", come);
    setTimeout(come, 1000);
  });
}`;

/**
 * Lets a member's page ask the product server for `paths` as soon as its first lines are there, together with style and
 * scripts; the client takes the answers over (web/api/preloaded-requests.ts). Nobody asks without a stored access token.
 */
export function injectPreload(html: string, paths: readonly string[]): string {
  if (paths.length === 0) return html;
  // Before the stylesheet: a script behind it waits for it.
  const [start, rest, ...more] = html.split('<link rel="stylesheet"');
  if (start === undefined || rest === undefined || more.length > 0)
    throw new Error('React Router writes another kind of page now.');
  return `${start}<script>${questions(paths)}</script><link rel="stylesheet"${rest}`;
}

// React leaves an element of the head that it does not know where it is.
const questions = (paths: readonly string[]): string => `{
  let token;
  try { token = localStorage.getItem(${JSON.stringify(accessTokenKey)}); } catch {}
  if (token) window.preloadedRequests = ${JSON.stringify(paths)}.map((path) => {
    const headers = { Accept: "application/json", Authorization: "Bearer " + token };
    const answer = fetch(path, { headers });
    answer.catch(() => {});
    return { path, token, answer };
  });
}`;

/** Where members go from another page, and what stands around it: ids of routes. */
const routes = [
  'features/dashboard/guard',
  'features/dashboard/dashboard-layout',
  'features/appointments/appointments-page',
  'features/gallery/gallery-page',
];

/**
 * A line of a page's start script that names the scripts of these routes (web/features/shell/prefetch-routes.ts).
 * @throws Error when the build has no such route
 */
export function listMemberScripts({ manifest }: Pick<EntryContext, 'manifest'>): string {
  const files = routes.flatMap((id) => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`There is no route ${id} whose scripts members need first.`);
    return [route.module, ...(route.imports ?? [])];
  });
  return `window.memberScripts = ${JSON.stringify([...new Set(files)])};\n`;
}
