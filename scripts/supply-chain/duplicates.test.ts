import { expect, test } from 'vitest';
import { lockedPackages } from './lockfile.ts';

/** Whom we have in several versions, and who makes us. `npm explain <name>` tells more. */
const known: Record<string, string[]> = {
  'Babel 7, with which @react-router/dev builds, stays with old ones': ['lru-cache', 'semver'],
  'Tailwind names one version exactly, Vite wants a newer one; both only build': ['lightningcss'],
  'proxy-addr names one version exactly, the last of its old line': ['ipaddr.js'],
  'what stands in for binaries in WebAssembly, each with its own; we install none of it': [
    ...['@emnapi/core', '@emnapi/runtime', '@emnapi/wasi-threads'],
  ],
  'tests: vitest is ahead of Tailwind': ['magic-string'],
  'tests: a journey in an old Chromium too': ['@sparticuz/chromium'],
  'tests: knip reads with the Oxc before that of rolldown; types alone': ['@oxc-project/types'],
  'tests: selfsigned and its certificates': ['@noble/hashes', 'tslib'],
  'tests: s3rver and oidc-provider stand on Koa, between two lines of the same parts': [
    ...['content-type', 'depd', 'http-errors', 'mime-db', 'mime-types', 'statuses'],
  ],
  'tests: s3rver logs in colors with parts of several ages': [
    '@colors/colors',
    'color-convert',
    'color-name',
  ],
  'tests: dclint prints in colors and columns with parts of several ages': [
    ...['ansi-regex', 'ansi-styles', 'emoji-regex', 'string-width', 'strip-ansi'],
  ],
  'checks: the command line of Lingui is newer than what it reads its settings with': [
    ...['chalk', 'commander', 'picomatch'],
  ],
};

test('every package is there in one version, but for those whose reason we know', () => {
  // A binary for one system comes with the package that asks for it.
  const ours = Map.groupBy(
    lockedPackages.filter(({ os }) => !os),
    ({ name }) => name,
  );
  const twice = [...ours].filter(([, found]) => new Set(found.map(({ version }) => version)).size > 1);
  expect(twice.map(([name]) => name).sort()).toEqual(Object.values(known).flat().sort());
});
