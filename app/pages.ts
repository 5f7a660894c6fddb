import { type Language, languageBase, languages } from '#contract/languages.ts';
import { disabledPages, memberPages, notFoundPage, publicPages } from '#contract/site.ts';
import { createSite, type Site, type SiteOptions } from '#platform/http/site.ts';
import { isUnderPath } from '#platform/http/site-editions.ts';
import { galleryPreloadHeader } from '#server/features/photos/preload-header.ts';
import type { Config } from './config/config.ts';

/**
 * The built pages in `folder` as this site shows them: with the features and the languages that it has.
 * @param allowed origins of others that the pages may ask
 * @param firstPhotos the newest photos, which the gallery asks for at once
 */
export function createPages(
  { publicUrl, features }: Config,
  folder: string,
  allowed: SiteOptions['allowed'],
  firstPhotos: Parameters<typeof galleryPreloadHeader>[0],
): Site {
  const inLanguages = features.includes('languages');
  return createSite({
    folder,
    publicUrl,
    publicPages,
    disabledPages: disabledPages(features),
    notFoundPage,
    browserPages: memberPages,
    ahead: { '/dashboard/gallery': () => galleryPreloadHeader(firstPhotos) },
    allowed,
    worksOffline: features.includes('offline'),
    ...languagePaths(inLanguages),
    head: (path) => (inLanguages ? languageHead(publicUrl, path) : ''),
  });
}

/** Where pages in further languages lie. */
const further = languages.filter((language) => languageBase[language] !== '');

/** Which of those this site has, for `createSite`. */
export const languagePaths = (has: boolean) => {
  const bases = further.map((language) => languageBase[language]);
  return has ? { bases } : { formerBases: bases };
};

/**
 * What the head of a page begins with where the site has several languages: the same page in the others, and on an
 * English one the way to the language that this browser remembers, or that a mailed link names.
 */
export function languageHead(publicUrl: string, path: string): string {
  const base =
    further.map((language) => languageBase[language]).find((each) => isUnderPath(each, path)) ?? '';
  const page = path.slice(base.length) || '/';
  const listed = publicPages.some((each) => each === page);
  return [
    `<meta name="languages" content="${languages.join(' ')}">`,
    showSwitch,
    ...(listed ? languages.map((language) => alternate(language, addressOf(publicUrl, language, page))) : []),
    ...(listed ? [alternate('x-default', addressOf(publicUrl, 'en', page))] : []),
    ...(base === '' ? [`<script>${goToRemembered}</script>`] : []),
  ].join('');
}

/** Shows what web/styles/shell.css hides; `:has` in that file would need Chrome 105 and Firefox 121. */
const showSwitch = '<style>.bb-language{display:inline-flex}</style>';

const alternate = (language: string, href: string): string =>
  `<link rel="alternate" hreflang="${language}" href="${href}">`;

const addressOf = (publicUrl: string, language: Language, page: string): string =>
  publicUrl + languageBase[language] + (page === '/' && languageBase[language] ? '' : page);

/**
 * As old browsers read it; `language` is what web/i18n/language-switch.tsx keeps. A page in another language stays,
 * and its address does not name the language that led to it: so its way back is one.
 */
const goToRemembered = `try {
  var wanted = /[?&]lang=(\\w+)/.exec(location.search);
  wanted = wanted ? wanted[1] : localStorage.getItem("language");
  var base = ${JSON.stringify(Object.fromEntries(further.map((language) => [language, languageBase[language]])))}[wanted];
  var search = location.search.replace(/[?&]lang=\\w+/, "").replace(/^&/, "?");
  if (typeof base === "string") location.replace(base + location.pathname.replace(/^\\/$/, "") + search + location.hash);
} catch (e) {}`;
