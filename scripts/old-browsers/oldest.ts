/**
 * Oldest browsers in which the pages work fully: docs/decisions/0060-oldest-browsers.md. They have the same
 * names in MDN's table and in Vite's targets.
 */
export const oldestBrowsers = [
  { name: 'chrome', version: '100' },
  { name: 'safari', version: '15.6' },
  { name: 'firefox', version: '105' },
];

export const styleTargets = oldestBrowsers.map(({ name, version }) => name + version);

/**
 * Safari supports private fields and methods since 15. The compiler's table requires 16 because of rare bugs.
 * Following the table would add 1 KiB of helpers to the first scripts.
 */
export const scriptTargets = styleTargets.map((target) => target.replace('safari15.6', 'safari16'));
