import { languageBase } from '#contract/languages.ts';
import { memberPages, publicPages } from '#contract/site.ts';

/** The path prefix of each language. */
const bases = Object.values(languageBase);

/** Pages that the server renders under their own path. */
const renderedPages: readonly string[] = [
  ...publicPages,
  ...memberPages.filter((path) => !path.includes(':')),
];

/** Path prefixes without our pages: API, pictures, pages of the identity provider and of the bank. */
const nonPagePath = /^\/(api|identity|images|cards|healthz|readyz|metrics)(\/|$)/;

/** An address whose page is the shell page, in which the browser renders any page. */
const shellAddress = '/dashboard/pass/any';

export const isPagePath = (path: string): boolean => !nonPagePath.test(path) && !/\.[a-z0-9]+$/i.test(path);

/** Returns the shell page of a path's language. */
export const shellPageFor = (path: string): string => readBase(path) + shellAddress;

const readBase = (path: string): string =>
  bases.find((base) => base !== '' && (path === base || path.startsWith(`${base}/`))) ?? '';

/** Returns the path of a page without its language: `/bn` is `/`. */
const withoutBase = (path: string): string => path.slice(readBase(path).length) || '/';

/**
 * Returns the same page in each other language. `lang=en` stops the redirect to the stored language
 * (web/before-react/keep-language.ts).
 */
export function otherLanguageUrls(address: URL): URL[] {
  const page = withoutBase(address.pathname);
  return bases
    .filter((other) => other !== readBase(address.pathname))
    .map((other) => {
      const url = new URL(address);
      url.pathname = other + (page === '/' ? '' : page);
      if (other === '') url.searchParams.set('lang', 'en');
      return url;
    });
}

/**
 * Returns the cache key of a page: its path if the server renders it there, otherwise the shell page. Keys
 * contain no query and no id, which may be private. The HTML does not depend on them.
 */
export const cacheKeyFor = (path: string): string =>
  renderedPages.includes(withoutBase(path)) ? path : shellPageFor(path);

const MAX_AGE_MS = 3_600_000;

/**
 * Returns whether a response is less than an hour old, by its Date header. False if a clock is wrong.
 * @param now in ms since 1970
 */
export const isRecent = (date: string | null, now: number): boolean =>
  Math.abs(now - Date.parse(date ?? '')) < MAX_AGE_MS;

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
