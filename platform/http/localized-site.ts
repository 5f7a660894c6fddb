import { type AllowedOrigins, contentPolicy } from './content-policy.ts';
import type { SiteFile } from './site-files.ts';

export type LocalizedSiteOptions = {
  /** Paths that have a prerendered page. */
  publicPages: readonly string[];
  /** Pages of disabled features: served as 404 with the fallback page, which the browser renders. */
  disabledPages?: readonly string[];
  /** Path of the prerendered not-found page. */
  notFoundPage: string;
  /**
   * Paths (`/dashboard/payment/:id`) that the browser renders, in their prerendered shell if there is one,
   * otherwise in the fallback page. Unknown paths below their first segment also get the fallback page, which
   * checks the sign-in first.
   */
  browserPages: readonly string[];
  /** Public pages with a parameter, keyed by pattern (`/centers/:id`). */
  pagesWithId?: Record<string, PageWithId>;
  allowed: AllowedOrigins;
};

export type PageDescription = { title: string; description: string; head: string };

export type PageWithId = {
  /** The path at which the page is prerendered. The requested path replaces it in the page. */
  prerendered: string;
  /**
   * Returns the page's own title, description and HTML for the end of the head, or undefined if the id does
   * not exist.
   */
  describe: (id: string) => Promise<PageDescription | undefined>;
};

export type Page = SiteFile & { policy: string };

type FoundPage = PageWithId & { page: Page; id: string };

/** All pages of the site in one language, below `base`: `''` or `/bn`. */
export type LocalizedSite = {
  base: string;
  /** Prerendered pages, keyed by their full path. */
  pages: Map<string, Page>;
  /** Returns the page that the browser renders at a path without `base`, or undefined. */
  browserPage(path: string): Page | undefined;
  /** Returns the page at a path without `base` that has a parameter, with the parameter. */
  pageWithId(path: string): FoundPage | undefined;
  /** Returns the page for an unknown path without `base`. */
  missingPage(path: string): Page;
};

const fallbackPage = '/__spa-fallback.html';

export function createLocalizedSite(
  base: string,
  files: Map<string, SiteFile>,
  options: LocalizedSiteOptions,
): LocalizedSite {
  const page = (path: string): Page => {
    const file = files.get(base + path);
    if (!file) throw new Error(`The built site has no ${base}${path}.`);
    return { ...file, policy: contentPolicy(file.content.toString(), options.allowed) };
  };
  const fallback = page(fallbackPage);
  const prerendered = (path: string) => page(path === '/' ? '/index.html' : `${path}/index.html`);
  const disabledPages = new Set(options.disabledPages);
  const enabledPages = options.publicPages.filter((path) => !disabledPages.has(path));
  const pages = new Map(enabledPages.map((path) => [pathUnder(base, path), prerendered(path)]));
  const notFound = prerendered(options.notFoundPage);
  const browserSections = new Set(options.browserPages.map(firstSegment));
  const enabledBrowserPages = options.browserPages.filter((pattern) => !disabledPages.has(pattern));
  const browserPages = enabledBrowserPages.map((pattern) => ({
    pattern,
    page: files.has(`${base}${pattern}/index.html`) ? prerendered(pattern) : fallback,
  }));
  const pagesWithId = Object.entries(options.pagesWithId ?? {})
    .filter(([pattern]) => !disabledPages.has(pattern))
    .map(([pattern, pageOptions]) => ({
      pattern,
      ...pageOptions,
      page: prerendered(pageOptions.prerendered),
    }));
  return {
    base,
    pages,
    browserPage: (path) => browserPages.find(({ pattern }) => matches(pattern, path))?.page,
    pageWithId(path) {
      const found = pagesWithId.find(({ pattern }) => matches(pattern, path));
      return found && { ...found, id: path.slice(path.lastIndexOf('/') + 1) };
    },
    missingPage: (path) =>
      disabledPages.has(path) || browserSections.has(firstSegment(path)) ? fallback : notFound,
  };
}

/** Returns whether a path is `base` or below it: `/bn` and `/bn/about`, not `/bnx`. */
export const isUnderPath = (base: string, path: string): boolean =>
  path === base || path.startsWith(`${base}/`);

const pathUnder = (base: string, path: string): string => (path === '/' ? base || '/' : base + path);

const firstSegment = (path: string): string => path.split('/')[1] ?? '';

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const patternParts = pattern.split('/');
  return (
    patternParts.length === parts.length &&
    patternParts.every((part, i) => (part.startsWith(':') ? !!parts[i] : part === parts[i]))
  );
}
