const drawing = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#9c1322'/><path d='M16 5c5 6.2 8.5 10.4 8.5 15a8.5 8.5 0 0 1-17 0c0-4.6 3.5-8.8 8.5-15z' fill='#fffdfb'/></svg>`;

/**
 * The icon of a page that loads nothing else, within the page. Without it browsers request /favicon.ico, which the policy
 * of such a page blocks with an error in the console.
 */
export const pageIcon = `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(drawing)}">`;

/** The directive that the policy of a page with that icon needs. */
export const pageIconPolicy = 'img-src data:';
