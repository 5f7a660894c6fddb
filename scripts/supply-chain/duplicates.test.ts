import { expect, test } from 'vitest';
import { lockedPackages } from './lockfile.ts';

/** Whom we have in several versions, and who makes us. `npm explain <name>` tells more. */
const known = [
  {
    because: 'Babel 7, with which @react-router/dev builds, stays with old ones',
    names: ['lru-cache', 'semver'],
  },
  {
    because: 'Tailwind names one version exactly, Vite wants a newer one; both only build',
    names: ['lightningcss'],
  },
  { because: 'proxy-addr names one version exactly, the last of its old line', names: ['ipaddr.js'] },
  {
    because: 'what stands in for binaries in WebAssembly, each with its own; we install none of it',
    names: ['@emnapi/core', '@emnapi/runtime', '@emnapi/wasi-threads'],
  },
  { because: 'tests: vitest is ahead of Tailwind', names: ['magic-string'] },
  { because: 'tests: a journey in an old Chromium too', names: ['@sparticuz/chromium'] },
  {
    because: 'tests: knip reads with the Oxc before that of rolldown; types alone',
    names: ['@oxc-project/types'],
  },
  { because: 'tests: selfsigned and its certificates', names: ['@noble/hashes', 'tslib'] },
  {
    because: 'tests: s3rver and oidc-provider stand on Koa, between two lines of the same parts',
    names: ['content-type', 'depd', 'http-errors', 'mime-db', 'mime-types', 'statuses'],
  },
  {
    because: 'tests: s3rver logs in colors with parts of several ages',
    names: ['@colors/colors', 'color-convert', 'color-name'],
  },
  {
    because: 'tests: dclint prints in colors and columns with parts of several ages',
    names: ['ansi-regex', 'ansi-styles', 'emoji-regex', 'string-width', 'strip-ansi'],
  },
  {
    because: 'checks: the command line of Lingui is newer than what it reads its settings with',
    names: ['chalk', 'commander', 'picomatch'],
  },
];

test('every package is there in one version, but for those whose reason we know', () => {
  const versions = new Map<string, Set<string>>();
  for (const { name, version, os } of lockedPackages) {
    // A binary for one system comes with the package that asks for it.
    if (os) continue;
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  const twice = [...versions].filter(([, found]) => found.size > 1).map(([name]) => name);
  expect(twice.sort()).toEqual(known.flatMap(({ names }) => names).sort());
});
