import { inRoot, readJson } from '../set-up/paths.mjs';

/** What npm wrote down of one package that it installs. */
export type LockedPackage = {
  /** Where it lies, such as `node_modules/vite/node_modules/lightningcss`; empty for ourselves. */
  path: string;
  name: string;
  version: string;
  /** The hash that npm compares what it fetched with. */
  integrity?: string;
  /** Where it was fetched from. */
  resolved?: string;
  /** An SPDX expression; not there when the package names its licence in an older way. */
  license?: string;
  /** The systems that its binaries are for. */
  os?: string[];
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
};

type Entry = Omit<LockedPackage, 'path' | 'name'> & { name?: string };
const entries = Object.entries<Entry>(readJson(inRoot('package-lock.json')).packages);

/** Every package of the lockfile, those of other systems too, and ourselves. */
export const all = entries.map(([path, entry]): LockedPackage => {
  return { ...entry, path, name: entry.name ?? path.split('node_modules/').at(-1) ?? path };
});
export const lockedPackages = all.filter(({ path }) => path !== '');

const paths = new Set(all.map(({ path }) => path));

/** Whether `from` gets a package by this name: beside it, or in a node_modules further up, as Node looks. */
export function isInstalled(from: LockedPackage, name: string): boolean {
  for (let path = from.path; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))) {
    if (paths.has(`${path ? `${path}/` : ''}node_modules/${name}`)) return true;
    if (path === '') return false;
  }
}
