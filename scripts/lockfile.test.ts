import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot, readJson } from './set-up/paths.mjs';
import { lockedPackages, neededBy, ourselves } from './supply-chain/lockfile.ts';

// npm leaves out of the lockfile what its registry did not have that day, and `npm ci` then refuses it elsewhere.
test('the lockfile names the binaries of every system, not only of the one that wrote it', () => {
  const missing = [ourselves, ...lockedPackages].flatMap((from) =>
    Object.keys(from.optionalDependencies ?? {}).filter((name) => !neededBy(from, name)),
  );
  expect(missing).toEqual([]);
});

// It would be ours alone, and npm would fetch what it names without looking whether it is a registry.
test('the lockfile names no registry and no other place', () => {
  expect(lockedPackages.filter(({ resolved }) => resolved)).toEqual([]);
  expect(readFileSync(inRoot('.npmrc'), 'utf8')).not.toMatch(/registry\s*=/);
});

test('npm takes no package whose content is not the one we know', () => {
  const unsafe = lockedPackages.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unsafe.map(({ path }) => path)).toEqual([]);
});

test('we ask for exact versions', () => {
  const { dependencies, devDependencies, optionalDependencies } = readJson(inRoot('package.json'));
  const asked: [string, string][] = Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  });
  expect(asked.filter(([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
    [],
  );
});
