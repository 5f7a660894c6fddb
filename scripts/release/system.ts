import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SetupError } from '../set-up/pinned-node.mjs';

export type SystemPackage = { name: string; version: string };

/** The release of Debian, and its packages with the libraries that Node and sharp load. */
const SUITE = 'bookworm';
const packages = ['libc6', 'libgcc-s1', 'libstdc++6'];

/**
 * Extracts the system of an image into a folder, without running its programs. apt verifies signatures.
 * @returns the packages
 * @throws SetupError when mmdebstrap is not installed
 */
export function extractSystem(architecture: 'amd64' | 'arm64', folder: string): SystemPackage[] {
  mkdirSync(folder, { recursive: true });
  const tar = `${folder}.tar`;
  const options = [
    '--quiet',
    '--mode=chrootless',
    '--variant=extract',
    `--architectures=${architecture}`,
    `--include=${packages}`,
  ];
  try {
    execFileSync('mmdebstrap', [...options, SUITE, tar], { stdio: ['ignore', 'inherit', 'inherit'] });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new SetupError(
      'The image needs mmdebstrap: apt-get install mmdebstrap. The archives are complete.',
    );
  }
  // The rest is for dpkg and a shell, which the image does not have.
  const docs = ['copyright', 'changelog.Debian.gz'].map((file) => `./usr/share/doc/*/${file}`);
  const parts = ['./lib*', './usr/lib/*-linux-gnu*', ...docs];
  execFileSync('tar', ['-C', folder, '--wildcards', '-xf', tar, ...parts]);
  rmSync(tar);
  return globSync('usr/share/doc/*/changelog.Debian.gz', { cwd: folder })
    .sort()
    .map((path) => readPackage(join(folder, path)));
}

/** Reads the name and version from the first line of a package's changelog, and removes it. */
function readPackage(changelog: string): SystemPackage {
  const [, name = '', version = ''] =
    /^(\S+) \((\S+)\)/.exec(gunzipSync(readFileSync(changelog)).toString()) ?? [];
  rmSync(changelog);
  return { name, version };
}
