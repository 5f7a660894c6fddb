import type { Feature } from './features.ts';
import type { ContentKind } from './site-content.ts';

/** The public pages, which the server renders. */
export const publicPages = [
  '/',
  '/home',
  '/about',
  '/contact',
  '/campaign',
  '/blogs',
  '/login',
  '/register',
  '/donor',
  '/reciever',
  '/can-i-donate',
  '/account/action',
  '/reminder',
  '/slot-offer',
  '/centers',
  '/requests',
  '/requests/new',
  '/request-answer',
] as const;

/** The pages of the owner's posts, campaigns and free pages, keyed by the kind of content. */
export const itemPages = { post: '/blogs/:slug', campaign: '/campaign/:slug', page: '/p/:slug' } as const;

/** Returns the path of a post, campaign or free page. */
export const itemPath = (kind: keyof typeof itemPages, slug: string): string =>
  itemPages[kind].replace(':slug', slug);

/**
 * The public page that shows a kind of content, and the element in it. Other kinds decide what the site does.
 */
export const pageOfContent: Partial<Record<ContentKind, string>> = {
  identity: '/',
  contact: '/contact',
  links: '/',
  landing: '/',
  counters: '/#counters',
  ...itemPages,
  'team-card': '/about',
  sponsor: '/#sponsors',
  step: '/#steps',
};

/** Public pages with a parameter. */
export const publicPagesWithId = ['/centers/:id', '/requests/:id', ...Object.values(itemPages)] as const;

/** Returns a path of the page with `_` in place of each parameter, where the values do not matter. */
export const examplePath = (pattern: string): string => pattern.replace(/:\w+/g, '_');

/** Returns whether the path matches the pattern of a page, such as `/centers/:id`. */
export function matchesPage(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const patternParts = pattern.split('/');
  return (
    patternParts.length === parts.length &&
    patternParts.every((part, i) => (part.startsWith(':') ? !!parts[i] : part === parts[i]))
  );
}

/** The item that a page is about. */
export type ItemPage = { kind: keyof typeof itemPages; slug: string };

/** Returns the item that the page at a path is about, or undefined if it is about none. */
export function findItemPage(path: string): ItemPage | undefined {
  for (const kind of ['post', 'campaign', 'page'] as const)
    if (matchesPage(itemPages[kind], path)) return { kind, slug: path.split('/').at(-1) ?? '' };
  return undefined;
}

export const isPublicPage = (path: string): boolean =>
  [...publicPages, ...publicPagesWithId].some((pattern) => matchesPage(pattern, path));

/** Pages in the sitemap, for search engines. `/home` is listed as `/`. */
export const indexedPages = [
  '/',
  '/about',
  '/contact',
  '/campaign',
  '/blogs',
  '/can-i-donate',
  '/centers',
  '/requests',
] as const;

/** The pages of features that can be disabled. */
const pagesByFeature: Readonly<Record<string, Feature>> = {
  '/reminder': 'reminders',
  '/slot-offer': 'staff',
  '/dashboard/pass/:id': 'offline',
  '/centers': 'staff',
  '/centers/:id': 'staff',
  '/requests': 'requests',
  '/requests/new': 'requests',
  '/requests/:id': 'requests',
  '/request-answer': 'requests',
  '/staff': 'staff',
  '/staff/:page': 'staff',
  '/staff/:page/:id': 'staff',
  '/staff/:page/:id/:item': 'staff',
};

/** Returns the pages that a site with these features does not have. */
export const disabledPages = (enabled: readonly Feature[]): string[] =>
  Object.entries(pagesByFeature).flatMap(([path, feature]) => (enabled.includes(feature) ? [] : path));

/** The page for every unknown address. */
export const notFoundPage = '/404';

/** The page without content, in which the browser renders any page. */
export const shellPage = '/shell';

/**
 * Pages behind the sign-in guard. The server renders those without a parameter up to the guard's spinner, and
 * the shell page for the others.
 */
export const memberPages = [
  '/dashboard',
  '/dashboard/appointments',
  '/dashboard/donors',
  '/dashboard/volunteers',
  '/dashboard/gallery',
  '/dashboard/donations',
  '/dashboard/account',
  '/dashboard/payment/:id',
  '/dashboard/pass/:id',
  '/staff',
  '/staff/:page',
  '/staff/:page/:id',
  '/staff/:page/:id/:item',
] as const;
