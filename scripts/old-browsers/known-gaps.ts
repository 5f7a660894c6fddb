/** CSS features that one of the oldest browsers lacks, grouped by the effect in that browser. */
export const styleGaps = {
  'Looks slightly different.': [
    ...[':has', '@property', 'text-wrap', 'text-wrap: balance', 'text-wrap: pretty'],
    ...['scrollbar-width', 'scrollbar-width: none', 'font-family: ui-monospace', 'text-decoration: dotted'],
    ...['forced-color-adjust', 'forced-color-adjust: none', '-webkit-tap-highlight-color', 'unit lh'],
    ...['outline', 'box-decoration-break', 'box-decoration-break: clone'],
  ],
  'The menu is a modal dialog instead of a popover.': [':popover-open'],
  'The browser chooses the page breaks when printing.': ['@page', 'page', 'break-after: avoid'],
  'Loads or renders more than is visible.': ['content-visibility', 'content-visibility: auto'],
  'Works with its prefix.': ['mask-image'],
  // The code is in web/components/scroll-anchor.ts.
  'The site keeps the scroll position itself.': ['overflow-anchor', 'overflow-anchor: none'],
  'photos.css has a fallback size.': ['container-type', 'container-type: size', 'unit cqh', 'unit cqw'],
};

/**
 * Script features that one of the oldest browsers lacks. Feature detection guards them, or the name means
 * something else here.
 */
export const scriptGaps = {
  'Behind feature detection.': [
    ...['.popover', '.showPopover', '.startViewTransition', 'ViewTransition', 'OffscreenCanvas'],
    ...['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON', 'isConditionalMediationAvailable'].map(
      (name) => `PublicKeyCredential.${name}`,
    ),
    ...['PublicKeyCredential.signalUnknownCredential', 'BarcodeDetector'],
    ...['URL.canParse', 'Error.captureStackTrace', '.stackTraceLimit', '.toBase64', '.hidePopover'],
  ],
  'A property of this project or of a library, not the feature.': [
    ...['.bytes', '.capture', '.displayName', '.drop', '.isError', '.resize', '.role', '.use', 'Profiler'],
  ],
};

/** Features of the inline script that one of the oldest browsers lacks. */
export const inlineScriptGaps = {
  'A click on the menu is repeated after hydration.': ['.popoverTargetElement'],
};
