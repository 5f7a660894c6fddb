import type { BuiltSite } from './build-info.ts';

/** The browser's cache of pages. */
export const pagesCache = 'bb-pages';

type Pages = Pick<BuiltSite, 'pages' | 'bases'>;

/** Path prefixes without our pages: API, pictures, pages of the identity provider and of the bank. */
const nonPagePath = /^\/(api|identity|images|cards|healthz|readyz|metrics)(\/|$)/;

/** Path of the shell page, which renders any route in the browser. */
const shellPage = '/dashboard/pass/any';

export const isPagePath = (path: string): boolean => !nonPagePath.test(path) && !/\.[a-z0-9]+$/i.test(path);

/** Returns the shell page of a path's language. */
export function shellPageFor(path: string, { bases }: Pages): string {
  return `${readBase(path, bases)}${shellPage}`;
}

const readBase = (path: string, bases: readonly string[]): string =>
  bases.find((base) => base !== '' && (path === base || path.startsWith(`${base}/`))) ?? '';

/**
 * Returns the same page in each other language. `lang=en` stops the redirect to the stored language
 * (pages.ts).
 */
export function otherLanguageUrls(address: URL, { bases }: Pages): URL[] {
  const base = readBase(address.pathname, bases);
  const page = address.pathname.slice(base.length);
  return bases
    .filter((other) => other !== base)
    .map((other) => {
      const url = new URL(address);
      url.pathname = other + (page === '/' ? '' : page);
      if (other === '') url.searchParams.set('lang', 'en');
      return url;
    });
}

/**
 * Returns the cache key of a page: its path if it is prerendered, otherwise the shell page. Keys contain no
 * query and no id, which may be private; the HTML does not depend on them.
 */
export const cacheKeyFor = (path: string, site: Pages): string =>
  site.pages.includes(path) ? path : shellPageFor(path, site);

/** Removes the hash from a file name: `/assets/about-page.js`. */
const withoutHash = (path: string): string => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');

/** Returns the files of the new build that replace cached ones. */
export function findReplacements(cached: readonly string[], built: readonly string[]): string[] {
  const names = new Set(cached.map(withoutHash));
  return built.filter((path) => names.has(withoutHash(path)));
}

export const filesReferencedBy = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/"((?:\/[a-z]{2})?\/assets\/[^"\\]+\.(?:js|css|woff2))#?"/g)].map(
      ([, path = '']) => path,
    ),
  ),
];

/** Whether a path is a file that the worker stores. Others, such as icons, load without the worker. */
export const isFile = (path: string): boolean => /^(\/[a-z]{2})?\/assets\/.+\.(js|css|woff2)$/.test(path);
