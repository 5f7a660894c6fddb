import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from '../set-up/packages.mjs';
import { inRoot, readJson } from '../set-up/paths.mjs';
import { SetupError } from '../set-up/pinned-node.mjs';

export type Platform = 'linux-x64' | 'linux-arm64';

/** The packages with native code of a platform. */
export const nativePackages = (platform: Platform) => [
  `@img/sharp-${platform}`,
  `@img/sharp-libvips-${platform}`,
];

/**
 * Installs the native packages and the Node of a platform into a folder, which may be those of another one.
 * Their versions and hashes are those of package-lock.json.
 */
export function installNativePackages(platform: Platform, folder: string): void {
  const { lockfileVersion, packages } = readJson(inRoot('package-lock.json'));
  const names = [...nativePackages(platform), `node-${platform}`];
  const locked = (value: (name: string) => unknown, prefix = '') =>
    Object.fromEntries(names.map((name) => [prefix + name, value(name)]));
  const find = (name: string) => packages[`node_modules/${name}`];
  // Optional packages may be of another platform than npm's.
  const project = { optionalDependencies: locked((name) => find(name).version) };
  mkdirSync(folder, { recursive: true });
  const write = (file: string, content: object) => writeFileSync(join(folder, file), JSON.stringify(content));
  write('package.json', project);
  write('package-lock.json', {
    lockfileVersion,
    packages: { '': project, ...locked(find, 'node_modules/') },
  });
  copyFileSync(inRoot('.npmrc'), join(folder, '.npmrc'));
  const [os, cpu] = platform.split('-');
  const { status } = runNpm(
    ['ci', '--include=optional', `--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'],
    folder,
  );
  if (status !== 0) throw new SetupError(`The packages of ${platform} could not be installed (see above).`);
}
