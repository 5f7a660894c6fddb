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
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

type Entry = Omit<LockedPackage, 'path' | 'name'> & { name?: string };
const entries: Record<string, Entry> = readJson(inRoot('package-lock.json')).packages;

const all = Object.entries(entries).map(([path, entry]): LockedPackage => {
  return { ...entry, path, name: entry.name ?? path.split('node_modules/').at(-1) ?? path };
});
const byPath = new Map(all.map((one) => [one.path, one]));

/** Every package of the lockfile, those of other systems too; not ourselves. */
export const lockedPackages = all.filter(({ path }) => path !== '');

/** Ourselves, as the lockfile has us. */
export const ourselves = all.filter(({ path }) => path === '')[0] as LockedPackage;

/** The package that `from` gets by this name: beside it, then in each node_modules further up, as Node looks. */
export function neededBy(from: LockedPackage, name: string): LockedPackage | undefined {
  for (let path = from.path; ; path = path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')))) {
    const found = byPath.get(`${path ? `${path}/` : ''}node_modules/${name}`);
    if (found || path === '') return found;
  }
}
