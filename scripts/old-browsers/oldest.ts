/** A browser by its name in MDN's table and in Vite's targets. */
export type Oldest = readonly { name: string; version: string }[];

/** The oldest browsers in which the pages work fully: docs/decisions/0060-oldest-browsers.md. */
export const oldestBrowsers: Oldest = [
  { name: 'chrome', version: '100' },
  { name: 'safari', version: '15.6' },
  { name: 'firefox', version: '103' },
];

export const styleTargets = oldestBrowsers.map(({ name, version }) => name + version);

/**
 * Safari has private fields and methods since 15; the compiler's table waits for 16 because of rare bugs, and would write
 * 1 KiB of helpers into the first scripts.
 */
export const scriptTargets = styleTargets.map((target) => target.replace('safari15.6', 'safari16'));
