import { inRoot, readJson } from '../set-up/paths.mjs';

/** A package in package-lock.json. */
export type LockedPackage = {
  /** Its folder, such as `node_modules/vite/node_modules/lightningcss`, or an empty text for this project. */
  path: string;
  name: string;
  version: string;
  /** The hash that npm compares with the downloaded content. */
  integrity?: string;
  /** Download address. */
  resolved?: string;
  /** An SPDX expression. Absent when the package uses an older license field. */
  license?: string;
  /** Operating systems of its binaries. */
  os?: string[];
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};

type Entry = Omit<LockedPackage, 'path' | 'name'> & { name?: string };
const entries = Object.entries<Entry>(readJson(inRoot('package-lock.json')).packages);

/** Every package of the lockfile, including those for other systems and this project. */
export const all = entries.map(([path, entry]): LockedPackage => {
  return { ...entry, path, name: entry.name ?? path.split('node_modules/').at(-1) ?? path };
});
export const lockedPackages = all.filter(({ path }) => path !== '');

const paths = new Set(all.map(({ path }) => path));

/**
 * Returns whether `from` can import a package: it is in its own node_modules or in that of a parent folder,
 * as Node resolves it.
 */
export function isInstalled(from: LockedPackage, name: string): boolean {
  for (let path = from.path; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))) {
    if (paths.has(`${path ? `${path}/` : ''}node_modules/${name}`)) return true;
    if (path === '') return false;
  }
}
