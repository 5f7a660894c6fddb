/** Language of this build: each language has its own. */
export const language = import.meta.env.LANGUAGE;

/** Path prefix of this language's pages, for URLs that do not go through the router. */
export const basePath = import.meta.env.LANGUAGE_BASE;

/** Locale for `Intl`. */
export const pageLocale = import.meta.env.LANGUAGE_LOCALE;
