import type { Plugin } from 'vite';

/**
 * Where a page's script does not come React Router loads the present page again: without end, or with a browser's own
 * 'no connection' in place of what was typed. Here it throws, as it does in development: web/features/shell/error-page.tsx.
 */
export const forbidBrokenLinks: Plugin = {
  name: 'lost-pages',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/.*\/routeModules\.js$/ },
    handler: throwForBrokenLink,
  },
};

/** @throws Error when React Router loads its pages in another way, so that the build stops */
export function throwForBrokenLink(code: string): string {
  const [before, after, ...more] = code.split(
    /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/,
  );
  if (after === undefined || more.length > 0)
    throw new Error('React Router loads its pages in another way now: see scripts/broken-links.ts.');
  return `${before}throw Object.assign(new Error("A page is missing.", { cause: error }), { name: "LostPart" });${after}`;
}
