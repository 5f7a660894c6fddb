/** The pages that the top bar and the mobile menu list. */
export const siteLinks = [
  { to: '/home', label: 'Home' },
  { to: '/about', label: 'About Us' },
  { to: '/campaign', label: 'Campaign' },
  { to: '/blogs', label: 'Blogs' },
  { to: '/contact', label: 'Contact' },
] as const;
