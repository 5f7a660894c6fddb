import { siteName } from '#web/before-react/page-data.ts';
import { basePath } from '#web/i18n/language.ts';

/** The link by which readers of feeds find that of the posts. */
export const feedLink = () => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: siteName(),
  href: `${basePath}/blogs/feed.xml`,
});
