// npm run release: builds the site and packs what a release consists of into build/release (decision 0157).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempDisposableSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compress, pack } from './release/archive.ts';
import { createImage } from './release/image.ts';
import { installNativePackages, nativePackages, type Platform } from './release/native-packages.ts';
import { findNotes } from './release/notes.ts';
import { listPackages } from './release/sbom.ts';
import { copyPackage, copySite, version } from './release/site-files.ts';
import { inRoot } from './set-up/paths.mjs';
import { exitOnSetupError, SetupError } from './set-up/pinned-node.mjs';
import { buildSite } from './set-up/site.mjs';

const platforms: Platform[] = ['linux-x64', 'linux-arm64'];
const target = inRoot('build', 'release');
const title = `blood-buddies-${version}`;

await exitOnSetupError(release);

async function release(): Promise<void> {
  if (git('status', '--porcelain'))
    throw new SetupError('Commit your changes first: a release is made from a commit.');
  const time = Number(git('log', '-1', '--format=%ct'));
  // Read by vite.config.ts and mmdebstrap: https://reproducible-builds.org/specs/source-date-epoch
  process.env.SOURCE_DATE_EPOCH = String(time);
  await buildSite();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  write('RELEASE.md', findNotes(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version));
  using work = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-release-'));
  const packed = platforms.map((platform) => packSite(platform, join(work.path, platform), time));
  // The archives are complete even if this machine cannot make images.
  writeSums();
  const revision = git('rev-parse', 'HEAD');
  const [system = []] = packed.map((parts) =>
    createImage(join(target, `${title}-${parts.platform}-image.tar`), { ...parts, time, revision }),
  );
  write(`${title}.cdx.json`, listPackages(system, time));
  writeSums();
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: inRoot(), encoding: 'utf8' }).trim();
}

/** Makes the archive of a platform. Returns what its image is made from. */
function packSite(platform: Platform, folder: string, time: number) {
  const packages = join(folder, 'packages');
  const site = join(folder, title);
  installNativePackages(platform, packages);
  copySite(site);
  for (const native of nativePackages(platform)) copyPackage(native, packages, site);
  const file = join(target, `${title}-${platform}.tar`);
  pack(file, { folder, entries: [title], time });
  compress(file);
  const node = join(packages, 'node_modules', `node-${platform}`, 'bin', 'node');
  return { platform, site, node, work: join(folder, 'image') };
}

/** Writes the checksums of all files, which `sha256sum -c SHA256SUMS` verifies. */
function writeSums(): void {
  const sums = readdirSync(target)
    .filter((file) => file !== 'SHA256SUMS')
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(target, file)))
          .digest('hex')}  ${file}`,
    );
  write('SHA256SUMS', sums.join('\n'));
}

function write(file: string, text: string): void {
  writeFileSync(join(target, file), `${text}\n`);
}
