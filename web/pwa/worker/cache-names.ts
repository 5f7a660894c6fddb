import type { BuiltSite } from './build-info.ts';

type Pages = Pick<BuiltSite, 'pages' | 'bases'>;

/** Below these somebody else answers: calls, pictures, pages of the identity provider and of the bank. */
const notPages = /^\/(api|identity|images|cards|healthz|readyz|metrics)(\/|$)/;

/** An address that is answered with the page which the browser fills, whatever stands last in it. */
const filledPage = '/dashboard/pass/any';

export const isPagePath = (path: string): boolean => !notPages.test(path) && !/\.[a-z0-9]+$/i.test(path);

/** Of the language that a path is in. */
export function shellPageFor(path: string, { bases }: Pages): string {
  return `${baseOf(path, bases)}${filledPage}`;
}

const baseOf = (path: string, bases: readonly string[]): string =>
  bases.find((each) => each !== '' && (path === each || path.startsWith(`${each}/`))) ?? '';

/**
 * The same page in each other language. `lang` keeps an English one from leading to the language that is remembered:
 * open-site.ts.
 */
export function inOtherLanguages(address: URL, { bases }: Pages): URL[] {
  const own = baseOf(address.pathname, bases);
  const page = address.pathname.slice(own.length);
  return bases
    .filter((base) => base !== own)
    .map((base) => {
      const other = new URL(address);
      other.pathname = base + (page === '/' ? '' : page);
      if (base === '') other.searchParams.set('lang', 'en');
      return other;
    });
}

/**
 * Under which path a page is kept: its own where it is prerendered, else that of the page which the browser fills. What
 * stands behind a `?` may be a secret, and an id is nobody's business; the page is the same without.
 */
export const cacheKeyFor = (path: string, site: Pages): string =>
  site.pages.includes(path) ? path : shellPageFor(path, site);

/** A file of the build without the hash in its name: `/assets/about-page.js`. */
const withoutHash = (path: string): string => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');

/** Of the new files those that take the place of one that is kept. */
export function replacementsFor(kept: readonly string[], built: readonly string[]): string[] {
  const names = new Set(kept.map(withoutHash));
  return built.filter((path) => names.has(withoutHash(path)));
}

export const filesReferencedBy = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/"((?:\/[a-z]{2})?\/assets\/[^"\\]+\.(?:js|css|woff2))"/g)].map(
      ([, path = '']) => path,
    ),
  ),
];
