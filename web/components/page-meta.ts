import { t } from '@lingui/core/macro';
import type { MetaDescriptor } from 'react-router';
import { ownerLogo, pageData, siteName } from '#web/before-react/page-data.ts';
import { basePath, language, pageLocale } from '#web/i18n/language.ts';

/** The preview picture of shared links of a site without a logo, which scripts/pictures.ts makes. */
const ownPicture = '/sharing/community.jpg';

/** `path` is the path of the canonical URL. If it is absent, search engines must not list the page. */
type Page = { title: string } & (
  | { path: string; description: string; picture?: Picture | undefined }
  | { path?: undefined }
);

/** A picture of the site's own image host, which a link preview shows instead of ours. */
type Picture = { src: string; alt?: string | undefined };

/** Returns the metadata of a page. Only the rendered page has a link preview. */
export function pageMeta(page: Page): MetaDescriptor[] {
  const { title, path } = page;
  const fullTitle = path === '/' ? title : `${title} | ${siteName()}`;
  if (path === undefined) return [{ title: fullTitle }, { name: 'robots', content: 'noindex' }];
  const { description, picture } = page;
  const url = publicUrl() + (path === '/' ? basePath || path : basePath + path);
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(import.meta.env.SSR ? linkPreview({ url, fullTitle, description, picture }) : []),
  ];
}

/**
 * Returns the tags for sharing services. They read the rendered page, so the browser's bundle does not
 * contain these tags.
 */
function linkPreview({
  url,
  fullTitle,
  description,
  picture,
}: {
  url: string;
  fullTitle: string;
  description: string;
  picture: Picture | undefined;
}) {
  const logo = ownerLogo('share');
  const image = picture ? `${picture.src}?w=1280` : (logo ?? publicUrl() + ownPicture);
  const alt =
    picture?.alt ??
    (logo && !picture
      ? siteName()
      : t`A donor shows the bandage on her arm and laughs with a nurse. Donate blood, save life`);
  const size = [
    { property: 'og:image:type', content: 'image/jpeg' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
  ];
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: siteName() },
    { property: 'og:locale', content: language === 'en' ? language : pageLocale.replace('-', '_') },
    { property: 'og:url', content: url },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:image', content: image },
    ...(picture ? [] : size),
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: fullTitle },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    { name: 'twitter:image:alt', content: alt },
  ];
}

export const publicUrl = (): string => pageData().publicUrl;
