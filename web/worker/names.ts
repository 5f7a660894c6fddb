/** A file of the build without the hash in its name: `/assets/about-page.js`. */
const withoutHash = (path: string): string => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');

/** Of the new files those that take the place of one that is kept. */
export function inPlaceOf(kept: readonly string[], built: readonly string[]): string[] {
  const names = new Set(kept.map(withoutHash));
  return built.filter((path) => names.has(withoutHash(path)));
}

/** The files of the build that a page names. */
export const filesNamedIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/"((?:\/[a-z]{2})?\/assets\/[^"\\]+\.(?:js|css|woff2))"/g)].map(
      ([, path = '']) => path,
    ),
  ),
];
