/** What the built styles name although an oldest browser lacks it, by what happens there. */
export const inStyles = {
  'Looks a little different; nothing is out of place.': [
    ...[':has', '@property', 'accent-color', 'text-wrap', 'text-wrap: balance', 'text-wrap: pretty'],
    ...['scrollbar-width', 'scrollbar-width: none', 'font-family: ui-monospace', 'text-decoration: dotted'],
    ...['forced-color-adjust', 'forced-color-adjust: none', '-webkit-tap-highlight-color', 'unit lh'],
    'outline',
  ],
  'Prints on pages as the browser divides them.': ['@page', 'page', 'break-after: avoid'],
  'Fetches or draws more than is seen.': ['content-visibility', 'content-visibility: auto'],
  // web/components/scroll-anchor.ts
  'Keeps the place of the reader by itself.': ['overflow-anchor', 'overflow-anchor: none'],
  'Has another size in photos.css.': ['container-type', 'container-type: size', 'unit cqh', 'unit cqw'],
};

/** The same of the built scripts: each is asked for first, or is the name of something else. */
export const inScripts = {
  'Asked for before it is used.': [
    ...['.inert', '.popover', '.showPopover', '.startViewTransition', 'ViewTransition', 'OffscreenCanvas'],
    ...['URL.canParse', 'Error.captureStackTrace', '.stackTraceLimit'],
  ],
  'A name of our own or of a library, for something else.': [
    ...['.capture', '.displayName', '.drop', '.isError', '.resize', '.role', '.take', '.use', 'Profiler'],
  ],
};
