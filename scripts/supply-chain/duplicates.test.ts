import { expect, test } from 'vitest';
import { lockedPackages } from './lockfile.ts';

/** Packages that are installed in several versions, and why. `npm explain <name>` shows the dependents. */
const knownDuplicates: Record<string, string[]> = {
  '@react-router/dev uses Babel 7, which needs old versions': ['lru-cache', 'semver'],
  'Tailwind pins a version, Vite needs a newer one; build only': ['lightningcss'],
  'proxy-addr pins the last version of the old major': ['ipaddr.js'],
  'tests: selfsigned needs an older version than @simplewebauthn/server': ['@peculiar/x509'],
  'WebAssembly fallbacks of native packages, which are not installed': [
    ...['@emnapi/core', '@emnapi/runtime', '@emnapi/wasi-threads'],
  ],
  'tests: vitest needs a newer version than Tailwind': ['magic-string'],
  'tests: an old Chromium is tested too': ['@sparticuz/chromium'],
  'tests: knip uses an older Oxc than rolldown; types only': ['@oxc-project/types'],
  'tests: selfsigned needs old versions for its certificates': ['@noble/hashes', 'tslib'],
  'tests: s3rver and oidc-provider use different versions of Koa': [
    ...['content-type', 'depd', 'http-errors', 'mime-db', 'mime-types', 'statuses'],
  ],
  'tests: s3rver uses color packages of several ages': ['@colors/colors', 'color-convert', 'color-name'],
  'checks: the command lines of Lingui and Puppeteer use terminal packages of several ages': [
    ...['ansi-regex', 'ansi-styles', 'emoji-regex', 'string-width', 'strip-ansi'],
  ],
  'checks: the command line of Lingui needs newer versions than its configuration loader': [
    ...['chalk', 'commander', 'picomatch'],
  ],
};

test('installs every package in one version, except known duplicates', () => {
  // Ignore binaries, whose version is that of the package they belong to.
  const packages = Map.groupBy(
    lockedPackages.filter(({ os }) => !os),
    ({ name }) => name,
  );
  const duplicates = [...packages].filter(
    ([, found]) => new Set(found.map(({ version }) => version)).size > 1,
  );
  expect(duplicates.map(([name]) => name).sort()).toEqual(Object.values(knownDuplicates).flat().sort());
});
