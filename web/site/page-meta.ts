import type { MetaDescriptor } from 'react-router';
import { publicUrl } from './public-url.ts';

export const brand = 'Blood Buddies';

const about =
  'A community of blood donors. For 40 years we have helped people find blood when they need it; a donation takes 6-10 minutes.';

type Page = {
  title: string;
  /** The address that search engines should know it by; without it the page is not listed. */
  path?: string;
  description?: string;
};

/** Title, description and addresses of one page. */
export function pageMeta({ title, path, description = about }: Page): MetaDescriptor[] {
  const full = path === '/' ? title : `${title} | ${brand}`;
  const shared: MetaDescriptor[] = [
    { title: full },
    { name: 'description', content: description },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:site_name', content: brand },
    { property: 'og:type', content: 'website' },
  ];
  if (path === undefined) return [...shared, { name: 'robots', content: 'noindex' }];
  const address = publicUrl() + path;
  return [
    ...shared,
    { property: 'og:url', content: address },
    { tagName: 'link', rel: 'canonical', href: address },
  ];
}
