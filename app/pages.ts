import { type Language, languageBase, languages } from '#contract/languages.ts';
import { disabledPages, memberPages, notFoundPage, prerenderedPath, publicPages } from '#contract/site.ts';
import { isUnderPath, type PageWithId } from '#platform/http/localized-site.ts';
import { createSite, type Site, type SiteOptions } from '#platform/http/site.ts';
import { galleryPreloadHeader } from '#server/features/photos/preload-header.ts';
import type { Config } from './config/config.ts';

type PageData = {
  firstPhotos: Parameters<typeof galleryPreloadHeader>[0];
  describeCenterPage: PageWithId['describe'];
};

/**
 * Creates the site of built pages in `folder`, with the features and languages that are enabled.
 * @param allowed origins of outside systems that the pages may load from
 * @param data firstPhotos: returns the newest photos, so that the gallery's response can preload them;
 * describeCenterPage: describes a center's page, or returns undefined if there is no such center
 */
export function createPages(
  { publicUrl, features }: Config,
  folder: string,
  allowed: SiteOptions['allowed'],
  { firstPhotos, describeCenterPage }: PageData,
): Site {
  const hasLanguages = features.includes('languages');
  return createSite({
    folder,
    publicUrl,
    publicPages,
    disabledPages: disabledPages(features),
    notFoundPage,
    browserPages: memberPages,
    pagesWithId: {
      '/centers/:id': { prerendered: prerenderedPath('/centers/:id'), describe: describeCenterPage },
    },
    preloadHeaders: { '/dashboard/gallery': () => galleryPreloadHeader(firstPhotos) },
    allowed,
    worksOffline: features.includes('offline'),
    ...languagePaths(hasLanguages),
    head: (path) => (hasLanguages ? languageHead(publicUrl, path) : ''),
  });
}

/** The languages other than English. Each has its own path prefix. */
const otherLanguages = languages.filter((language) => languageBase[language] !== '');

/** The path prefixes of these languages. */
export const otherBases = otherLanguages.map((language) => languageBase[language]);

/** Returns the language paths for `createSite`. */
export const languagePaths = (enabled: boolean) =>
  enabled ? { bases: otherBases } : { disabledBases: otherBases };

/**
 * Returns the HTML at the start of the head on a site with several languages: links to the page in each
 * language, a script that stores the language a person chooses and keeps the reader's place, and on an
 * English page a redirect to the language in the browser's storage or in `?lang=`.
 */
export function languageHead(publicUrl: string, path: string): string {
  const base =
    otherLanguages.map((language) => languageBase[language]).find((base) => isUnderPath(base, path)) ?? '';
  const page = path.slice(base.length) || '/';
  const isIndexed =
    publicPages.some((publicPage) => publicPage === page) || page === prerenderedPath('/centers/:id');
  return [
    `<meta name="languages" content="${languages.join(' ')}">`,
    showLanguageSwitch,
    ...(isIndexed
      ? languages.map((language) => alternate(language, addressOf(publicUrl, language, page)))
      : []),
    ...(isIndexed ? [alternate('x-default', addressOf(publicUrl, 'en', page))] : []),
    `<script>${base === '' ? redirectToStoredLanguage : ''}${storeChosenLanguage}${restoreReadingPosition}</script>`,
  ].join('');
}

/**
 * Shows the language switch that web/styles/shell.css hides; `:has` in that file needs Chrome 105 or Firefox
 * 121.
 */
const showLanguageSwitch = '<style>.bb-language{display:inline-flex}</style>';

const alternate = (language: string, href: string): string =>
  `<link rel="alternate" hreflang="${language}" href="${href}">`;

const addressOf = (publicUrl: string, language: Language, page: string): string =>
  publicUrl + languageBase[language] + (page === '/' && languageBase[language] ? '' : page);

/** Selects the name and email inputs of the sign-in pages, as a JavaScript string. */
const typedFields = '"form[method=post] [name=name], form[method=post] [name=email]"';

/**
 * Stores the language of a clicked language switch, the reader's place, what is typed on the sign-in pages
 * and the page that the reader came from (React Router's location state). React would miss a click before its
 * scripts have loaded.
 */
const storeChosenLanguage = `document.addEventListener("click", function (event) {
  var link = event.target.closest("a[hreflang]"), typed = {}, state = history.state && history.state.usr;
  try {
    if (!link) return;
    localStorage.setItem("language", link.hreflang);
    document.querySelectorAll(${typedFields}).forEach(function (input) { typed[input.name] = input.value; });
    sessionStorage.setItem("readingPosition", JSON.stringify([link.href, scrollY, document.documentElement.scrollHeight, typed, state && state.from]));
  } catch (e) {}
});`;

/**
 * Restores the page that the reader came from (React Router discards a state without a key) and the text
 * typed in the other language, before React reads them. Scrolls to the same relative position once the page
 * is about as long, unless the reader interacts with it first.
 */
const restoreReadingPosition = `try {
  var left = JSON.parse(sessionStorage.getItem("readingPosition"));
  sessionStorage.removeItem("readingPosition");
  if (left[0] === location.href && left[4]) history.replaceState({ usr: { from: left[4] }, key: String(Date.now()) }, "");
  if (left[0] === location.href) addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll(${typedFields}).forEach(function (input) {
      if (left[3][input.name]) input.value = left[3][input.name];
    });
  });
  if (left[0] === location.href && left[1]) addEventListener("DOMContentLoaded", function () {
    var root = document.documentElement, observer = new ResizeObserver(function () {
      var height = root.scrollHeight;
      if (Math.abs(height / left[2] - 1) > 0.125) return;
      stop();
      scrollTo({ top: left[1] / (left[2] - innerHeight) * (height - innerHeight), behavior: "instant" });
    });
    function stop() { observer.disconnect(); }
    observer.observe(root);
    ["pointerdown", "wheel", "keydown"].forEach(function (type) { addEventListener(type, stop, { once: true }); });
  });
} catch (e) {}`;

/**
 * Redirects to the stored language, in syntax that old browsers run. `location.replace`
 * and the removed `lang` parameter keep the English page out of the history.
 */
const redirectToStoredLanguage = `try {
  var language = /[?&]lang=(\\w+)/.exec(location.search);
  language = language ? language[1] : localStorage.getItem("language");
  var base = ${JSON.stringify(Object.fromEntries(otherLanguages.map((language) => [language, languageBase[language]])))}[language];
  var search = location.search.replace(/[?&]lang=\\w+/, "").replace(/^&/, "?");
  if (typeof base === "string") location.replace(base + location.pathname.replace(/^\\/$/, "") + search + location.hash);
} catch (e) {}
`;
