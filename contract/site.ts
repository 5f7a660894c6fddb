/** The pages of the site: what is prerendered, what the browser renders, and which of them search engines may list. */
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

/** Behind the guard; rendered by the browser. */
export const memberPages = [
  '/dashboard',
  '/dashboard/appointments',
  '/dashboard/donors',
  '/dashboard/volunteers',
  '/dashboard/gallery',
  '/dashboard/payment/:id',
] as const;
