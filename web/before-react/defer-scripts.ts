import type { EntryContext } from 'react-router';
import { rewriteStartScript } from './inline-script.ts';

/**
 * Delays the scripts of a prerendered page until its first paint and load event, so that they do not compete
 * with style, font and first picture.
 * @param first script that runs before everything else
 * @throws Error if React Router writes another page format
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
  if (preloads.length === 0) throw new Error('React Router starts its pages in another way now');
  const start = [
    first + waitForPaint,
    `for (const href of ${JSON.stringify(preloads)})`,
    '  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));\n',
  ].join('\n');
  return rewriteStartScript(withoutPreloads, { first: start });
}

// Waits for the paint entry: an animation frame callback runs before the paint. The timeouts (ms) cover
// browsers without paint entries, and pictures that do not load.
const waitForPaint = `if (!document.hidden) {
  await new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    requestAnimationFrame(() => setTimeout(resolve, 500));
  });
  await new Promise((resolve) => {
    if (document.readyState === "complete") resolve();
    addEventListener("load", resolve);
    setTimeout(resolve, 1000);
  });
}`;

/**
 * Adds a script that requests `paths` from the product server while styles and scripts load; the client
 * reuses the responses (web/api/preloaded-requests.ts). Sends no request if `tokenKey` of local storage has
 * no access token.
 */
export function injectPreload(html: string, paths: readonly string[], tokenKey: string): string {
  if (paths.length === 0) return html;
  // Insert before the stylesheet: the browser runs a script after it only once it has loaded.
  const [before, after, ...others] = html.split('<link rel="stylesheet"');
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error('React Router writes another kind of page now');
  return `${before}<script>${preloadScript(paths, tokenKey)}</script><link rel="stylesheet"${after}`;
}

// Hydration leaves an unknown element of the head in place.
const preloadScript = (paths: readonly string[], tokenKey: string): string => `{
  let token;
  try { token = localStorage.getItem(${JSON.stringify(tokenKey)}); } catch {}
  if (token) window.preloadedRequests = ${JSON.stringify(paths)}.map((path) => {
    const headers = { Accept: "application/json", Authorization: "Bearer " + token };
    const response = fetch(path, { headers });
    response.catch(() => {});
    return { path, token, response };
  });
}`;

/** Ids of the routes that members open most, with their layouts. */
const memberRoutes = [
  'features/dashboard/guard',
  'features/dashboard/dashboard-layout',
  'features/appointments/appointments-page',
  'features/gallery/gallery-page',
];

/**
 * Returns a line of the start script that lists the scripts of the member routes, for prefetch-routes.ts.
 * Leaves out those that the page itself loads.
 * @throws Error if the build has no such route
 */
export function listMemberScripts({ manifest }: Pick<EntryContext, 'manifest'>, html: string): string {
  const files = memberRoutes.flatMap((id) => {
    const route = manifest.routes[id];
    if (!route) throw new Error(`There is no route ${id} to prefetch for members`);
    return [route.module, ...(route.imports ?? [])];
  });
  const others = [...new Set(files)].filter((file) => !html.includes(`href="${file}"`));
  return `window.memberScripts = ${JSON.stringify(others)};\n`;
}
