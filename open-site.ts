import { memberPages, notFoundPage, pagesLeftOut, publicPages } from '#contract/site.ts';
import { createSite, type Site, type SiteOptions } from '#platform/http/site.ts';
import { galleryAhead } from '#server/features/photos/gallery-ahead.ts';
import type { Config } from './config.ts';
import { languageBases, languageHead } from './site-languages.ts';

/**
 * The built pages in `folder` as this site shows them: with the parts and the languages that it has.
 * @param allowed origins of others that the pages may ask
 * @param firstPhotos the newest photos, which the gallery asks for at once
 */
export function openSite(
  { publicUrl, parts }: Config,
  folder: string,
  allowed: SiteOptions['allowed'],
  firstPhotos: Parameters<typeof galleryAhead>[0],
): Site {
  const inLanguages = parts.includes('languages');
  return createSite({
    folder,
    publicUrl,
    publicPages,
    leftOut: pagesLeftOut(parts),
    notFoundPage,
    browserPages: memberPages,
    ahead: { '/dashboard/gallery': () => galleryAhead(firstPhotos) },
    allowed,
    worksOffline: parts.includes('offline'),
    ...languageBases(inLanguages),
    head: (path) => (inLanguages ? languageHead(publicUrl, path) : ''),
  });
}
