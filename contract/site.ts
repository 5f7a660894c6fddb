import type { Feature } from './features.ts';

/** The public pages, which are prerendered. */
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
] as const;

/**
 * Public pages with a parameter. Each is prerendered once, with `_` as the parameter, and completed by the
 * server.
 */
export const publicPagesWithId = ['/centers/:id'] as const;

/** Returns the path at which a page with a parameter is prerendered. */
export const prerenderedPath = (pattern: string): string => pattern.replace(/:\w+/, '_');

/** Pages in the sitemap, for search engines; /home is listed as /. */
export const indexedPages = [
  '/',
  '/about',
  '/contact',
  '/campaign',
  '/blogs',
  '/can-i-donate',
  '/centers',
] as const;

/** The pages of features that can be disabled. */
const pagesByFeature: Readonly<Record<string, Feature>> = {
  '/reminder': 'reminders',
  '/slot-offer': 'staff',
  '/dashboard/pass/:id': 'offline',
  '/centers': 'staff',
  '/centers/:id': 'staff',
  '/staff': 'staff',
  '/staff/:page': 'staff',
  '/staff/:page/:id': 'staff',
};

/** Returns the pages that a site with these features does not have. */
export const disabledPages = (enabled: readonly Feature[]): string[] =>
  Object.entries(pagesByFeature).flatMap(([path, feature]) => (enabled.includes(feature) ? [] : path));

/** The page for every unknown address, which is prerendered. */
export const notFoundPage = '/404';

/**
 * Pages behind the sign-in guard, rendered in the browser. Pages without a parameter are prerendered up to
 * the guard's spinner.
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
] as const;
