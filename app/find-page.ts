import type { Feature } from '#contract/features.ts';
import { type Language, languageBase, languages } from '#contract/languages.ts';
import {
  disabledPages,
  matchesPage,
  memberPages,
  notFoundPage,
  publicPages,
  publicPagesWithId,
  shellPage,
} from '#contract/site.ts';
import type { FoundPage } from '#platform/http/site.ts';

/** The path prefixes of the languages other than English. */
export const otherBases = languages.map((language) => languageBase[language]).filter((base) => base !== '');

/** Splits a path into the prefix of its language and the path of the page: `/bn` and `/about`. */
export function splitPath(address: string): { base: string; path: string } {
  const base = otherBases.find((other) => address === other || address.startsWith(`${other}/`)) ?? '';
  return { base, path: address.slice(base.length) || '/' };
}

/** Joins what `splitPath` splits. */
export const joinPath = (base: string, path: string): string => (path === '/' ? base || '/' : base + path);

/** Returns the language of an address. */
export const languageOf = (address: string): Language =>
  languages.find((language) => languageBase[language] === splitPath(address).base) ?? 'en';

/** Finds the page of an address on a site with these features. */
export function findPage(address: string, features: readonly Feature[]): FoundPage {
  const { base, path } = splitPath(address);
  const find = (patterns: readonly string[]) => patterns.find((pattern) => matchesPage(pattern, path));
  const publicPage = find([...publicPages, ...publicPagesWithId]);
  const page = publicPage ?? find(memberPages);
  const isEnabled = page !== undefined && !disabledPages(features).includes(page);
  const isPublic = publicPage !== undefined;
  const rendered = isEnabled ? pathOfPage(page, path, isPublic) : pathOfMissingPage(page, path);
  return {
    path: joinPath(base, rendered),
    status: isEnabled ? 200 : 404,
    isPublic,
  };
}

/** All members' pages with a parameter share the shell page. */
const pathOfPage = (page: string, path: string, isPublic: boolean): string =>
  page.includes(':') && !isPublic ? shellPage : path;

/**
 * Disabled pages, and unknown addresses below the dashboard, whose guard checks the sign-in first, share the
 * shell page. All other unknown addresses share one page.
 */
const pathOfMissingPage = (page: string | undefined, path: string): string =>
  page || path.startsWith('/dashboard/') ? shellPage : notFoundPage;
