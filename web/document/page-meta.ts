import { t } from '@lingui/core/macro';
import type { MetaDescriptor } from 'react-router';
import { basePath, language, pageLocale } from '#web/i18n/language.ts';

export const brand = 'Blood Buddies';

const about = t`A community of blood donors. For 40 years we have helped people find blood when they need it; a donation takes 6-10 minutes.`;

/** What shows where a page is shared; art/sharing.ts draws it. */
const picture = {
  path: '/sharing/community.jpg',
  // Nobody shares what a browser has drawn: it does not load the words again.
  text: import.meta.env.SSR
    ? t`A donor shows the plaster on her arm and laughs with a nurse. Donate blood, save life`
    : document.querySelector<HTMLMetaElement>('meta[property="og:image:alt"]')?.content,
};

type Page = {
  title: string;
  /** The address that search engines should know it by; without it they should not list the page. */
  path?: string;
  description?: string;
};

/** Title, description and addresses of one page, and what it looks like where it is shared. */
export function pageMeta({ title, path, description = about }: Page): MetaDescriptor[] {
  const full = path === '/' ? title : `${title} | ${brand}`;
  if (path === undefined) return [{ title: full }, { name: 'robots', content: 'noindex' }];
  const address = publicUrl() + (path === '/' ? basePath || path : basePath + path);
  const image = publicUrl() + picture.path;
  return [
    { title: full },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: language === 'en' ? language : pageLocale.replace('-', '_') },
    { property: 'og:url', content: address },
    { property: 'og:title', content: full },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image },
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: picture.text },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: full },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: picture.text },
  ];
}

/** The server fills the placeholder when it starts; in the browser the page itself tells what was filled in. */
export function publicUrl(): string {
  if (import.meta.env.SSR) return '%PUBLIC_URL%';
  return document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content ?? location.origin;
}
