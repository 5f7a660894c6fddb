/** The browser's cache of pages. It is in its own file, because pages do not need cache-names.ts. */
export const pagesCache = 'bb-pages';
