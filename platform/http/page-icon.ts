const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#9c1322'/><path d='M16 5c5 6.2 8.5 10.4 8.5 15a8.5 8.5 0 0 1-17 0c0-4.6 3.5-8.8 8.5-15z' fill='#fffdfb'/></svg>`;

/**
 * An inline icon for pages that load nothing. Otherwise browsers request /favicon.ico, which the page's
 * Content-Security-Policy blocks with a console error.
 */
export const pageIcon = `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(drawing)}">`;

/** The CSP directive that a page with this icon needs. */
export const pageIconPolicy = 'img-src data:';
