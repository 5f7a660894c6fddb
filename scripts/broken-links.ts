import type { Plugin } from 'vite';

/**
 * When a page's script cannot be loaded, React Router reloads the current page, in a loop or losing what the
 * user typed. This plugin makes React Router throw instead, as in development.
 * web/features/shell/error-page.tsx handles the error.
 */
export const patchRouteModulesPlugin: Plugin = {
  name: 'throw-for-broken-links',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/.*\/routeModules\.js$/ },
    handler: patchRouteModules,
  },
};

/**
 * Replaces React Router's reload after a failed page load with an error that our pages show.
 * @throws Error when React Router's code has changed, so that the build fails
 */
export function patchRouteModules(code: string): string {
  const [codeBefore, codeAfter, ...more] = code.split(
    /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
  );
  if (codeAfter === undefined || more.length > 0)
    throw new Error('React Router now loads pages in another way: see scripts/broken-links.ts.');
  return `${codeBefore}throw Object.assign(new Error("A page is missing.", { cause: error }), { name: "ChunkLoadError" });${codeAfter}`;
}
