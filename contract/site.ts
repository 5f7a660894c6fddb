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
  '/account/action',
] as const;

/** For visitors from search engines; /home is listed as /. */
export const listedPages = ['/', '/about', '/contact', '/campaign', '/blogs'] as const;

/** Prerendered too, and shown under every address that is no page. */
export const notFoundPage = '/404';

/** Behind the guard; rendered by the browser. Those without a parameter are prerendered as far as the guard's spinner. */
export const memberPages = [
  '/dashboard',
  '/dashboard/appointments',
  '/dashboard/donors',
  '/dashboard/volunteers',
  '/dashboard/gallery',
  '/dashboard/account',
  '/dashboard/payment/:id',
] as const;
