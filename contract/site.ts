import type { Feature } from './features.ts';

/** The pages of the site: what is prerendered, what the browser renders, and what the sitemap lists. */
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
] as const;

/** For visitors from search engines; /home is listed as /. */
export const indexedPages = ['/', '/about', '/contact', '/campaign', '/blogs', '/can-i-donate'] as const;

/** Pages of a part that can be left out, by their path. */
const pagesOfParts: Readonly<Record<string, Feature>> = {
  '/reminder': 'reminders',
  '/dashboard/pass/:id': 'offline',
};

/** Which of the pages a site with these parts does not have. */
export const disabledPages = (parts: readonly Feature[]): string[] =>
  Object.entries(pagesOfParts).flatMap(([path, part]) => (parts.includes(part) ? [] : path));

/** Prerendered too, and shown under every address that is no page. */
export const notFoundPage = '/404';

/** Behind the guard; rendered by the browser. Those without a parameter are prerendered as far as the guard's spinner. */
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
] as const;
