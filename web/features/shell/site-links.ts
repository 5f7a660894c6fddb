import { t } from '@lingui/core/macro';

/** The pages that the top bar and the mobile menu list. */
export const siteLinks = [
  { to: '/home', label: t`Home` },
  { to: '/about', label: t`About Us` },
  { to: '/campaign', label: t`Campaign` },
  { to: '/blogs', label: t`Blogs` },
  { to: '/contact', label: t`Contact` },
] as const;
