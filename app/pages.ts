import { fileURLToPath } from 'node:url';
import { type Language, languageBase, languages } from '#contract/languages.ts';
import { disabledPages } from '#contract/site.ts';
import type { SiteContent } from '#contract/site-content.ts';
import type { AllowedOrigins } from '#platform/http/content-policy.ts';
import { createSite, type Site } from '#platform/http/site.ts';
import { galleryPreloadHeader } from '#server/features/photos/preload-header.ts';
import type { PageRenderer } from '#web/page-renderer.ts';
import type { Config } from './config/config.ts';
import type { ContentFiles } from './content-files.ts';
import { findPage, languageOf, otherBases, splitPath } from './find-page.ts';
import type { PageContent } from './page-content.ts';

/** The built pages: the folder of their files, and a function for each language that renders them. */
export type BuiltPages = { folder: string; render: Record<Language, PageRenderer> };

/** Loads what `npm run build` has built into a folder. */
export async function loadPages(folder: URL): Promise<BuiltPages> {
  const load = async (language: Language) => {
    const { renderPage } = await import(new URL(`.${languageBase[language]}/server/index.js`, folder).href);
    return [language, renderPage as PageRenderer] as const;
  };
  const renderers = await Promise.all(languages.map(load));
  return {
    folder: fileURLToPath(new URL('client', folder)),
    render: Object.fromEntries(renderers) as BuiltPages['render'],
  };
}

/**
 * Returns a function that renders the public page at an address, with the published content or with other
 * content.
 */
export function createRenderer(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { render }: BuiltPages,
  content: PageContent,
): (address: string, other?: SiteContent) => Promise<string> {
  return async (address, other) => {
    const { path } = splitPath(address);
    const language = languageOf(address);
    const [owned, { needs, ...lists }, nextDays, center, request] = await Promise.all([
      other ? content.describeOwned(language, path, other) : content.readOwned(language, path),
      content.readLists(language, path),
      content.readNextDays(path),
      content.describeCenter(path),
      content.describeRequest(path),
    ]);
    return render[language]({
      path: address,
      publicUrl,
      config: content.config,
      ...owned,
      server: { ...owned.server, ...(needs && { needs }) },
      lists,
      ...nextDays,
      ...center,
      ...request,
    });
  };
}

/**
 * Creates the site of the built pages, with the features and languages that are enabled.
 * @param allowed origins of outside systems that the pages may load from
 */
export function createPages(
  { publicUrl, features }: Config,
  pages: BuiltPages,
  allowed: AllowedOrigins,
  { pageContent: content, contentFiles }: { pageContent: PageContent; contentFiles: ContentFiles },
): Site {
  return createSite({
    folder: pages.folder,
    publicUrl,
    async findPage(address) {
      const found = findPage(address, features);
      const { base, path } = splitPath(found.path);
      const missing = found.status === 404 ? undefined : await content.findMissing(path);
      // The page itself shows that it does not exist: another page would not fit its scripts.
      return missing === undefined ? found : { ...found, path: base + missing, status: 404 };
    },
    renderPage: createRenderer({ publicUrl }, pages, content),
    contentFiles,
    versionOf: (address) => content.versionOf(splitPath(address).path),
    disabledPages: disabledPages(features),
    findRedirect: content.findRedirect,
    allowed,
    worksOffline: features.includes('offline'),
    preloadHeaders: Object.fromEntries(
      ['', ...otherBases].map((base) => [
        `${base}/dashboard/gallery`,
        () => galleryPreloadHeader(content.firstPhotos),
      ]),
    ),
  });
}
