/** Of this build of the pages: each language has its own. */
export const language = import.meta.env.LANGUAGE;

/** What stands before the paths of this language's pages: for addresses that go through no router. */
export const basePath = import.meta.env.LANGUAGE_BASE;

/** For `Intl`. */
export const pageLocale = import.meta.env.LANGUAGE_LOCALE;
