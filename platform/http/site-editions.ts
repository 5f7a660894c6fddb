import { type AllowedOrigins, contentPolicy } from './content-policy.ts';
import type { SiteFile } from './site-files.ts';

export type EditionOptions = {
  /** Paths with a prerendered page of their own. */
  publicPages: readonly string[];
  /** Of all pages the ones that this site does not have: 404, and the browser draws what it shows there. */
  disabledPages?: readonly string[];
  /** The prerendered page for addresses that are no page. */
  notFoundPage: string;
  /**
   * Paths (`/dashboard/payment/:id`) that the browser renders: into their own page where one was prerendered, else into
   * the fallback page. Below their first part the latter also says what is not there, once it knows who is asking.
   */
  browserPages: readonly string[];
  allowed: AllowedOrigins;
};

export type Page = SiteFile & { policy: string };

/** All pages of the site in one language, below `base`: '' or `/bn`. */
export type LanguageEdition = {
  base: string;
  /** By their whole path, those with an address of their own. */
  pages: Map<string, Page>;
  all: Page[];
  /** The page that the browser renders at a path without its base, if there is one. */
  browserPage(path: string): Page | undefined;
  /** What is shown at an address that is no page. */
  lost(path: string): Page;
};

const fallbackPage = '/__spa-fallback.html';

export function createEdition(
  base: string,
  files: Map<string, SiteFile>,
  options: EditionOptions,
): LanguageEdition {
  const page = (path: string): Page => {
    const file = files.get(base + path);
    if (!file) throw new Error(`The built site has no ${base}${path}.`);
    return { ...file, policy: contentPolicy(file.content.toString(), options.allowed) };
  };
  const fallback = page(fallbackPage);
  const prerendered = (path: string) => page(path === '/' ? '/index.html' : `${path}/index.html`);
  const disabledPages = new Set(options.disabledPages);
  const offered = options.publicPages.filter((path) => !disabledPages.has(path));
  const pages = new Map(offered.map((path) => [addressOf(base, path), prerendered(path)]));
  const notFound = prerendered(options.notFoundPage);
  const browserRooms = new Set(options.browserPages.map(firstPart));
  const rendered = options.browserPages.filter((pattern) => !disabledPages.has(pattern));
  const browserPages = rendered.map((pattern) => ({
    pattern,
    page: files.has(`${base}${pattern}/index.html`) ? prerendered(pattern) : fallback,
  }));
  return {
    base,
    pages,
    all: [...pages.values(), notFound, fallback, ...browserPages.map(({ page }) => page)],
    browserPage: (path) => browserPages.find(({ pattern }) => matches(pattern, path))?.page,
    lost: (path) => (disabledPages.has(path) || browserRooms.has(firstPart(path)) ? fallback : notFound),
  };
}

/** Whether an address lies below that base: `/bn` and `/bn/about`, not `/bnx`. */
export const isUnderPath = (base: string, path: string): boolean =>
  path === base || path.startsWith(`${base}/`);

const addressOf = (base: string, path: string): string => (path === '/' ? base || '/' : base + path);

const firstPart = (path: string): string => path.split('/')[1] ?? '';

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const wanted = pattern.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, i) => (part.startsWith(':') ? !!parts[i] : part === parts[i]))
  );
}
