import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { resolved?: string; optionalDependencies?: Record<string, string> };
const lockfile = readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8');
const packages: Record<string, Entry> = JSON.parse(lockfile).packages;

// npm leaves out of the lockfile what its registry did not have that day, and `npm ci` then refuses it elsewhere.
test('the lockfile names the binaries of every system, not only of the one that wrote it', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter((name) => !isLocked(path, name)),
  );
  expect(missing).toEqual([]);
});

test('the lockfile names no registry', () => {
  expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([]);
});

/** Looks where Node would: beside the package, then in each node_modules further up. */
function isLocked(path: string, name: string): boolean {
  if (packages[`${path ? `${path}/` : ''}node_modules/${name}`]) return true;
  if (path === '') return false;
  return isLocked(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}
