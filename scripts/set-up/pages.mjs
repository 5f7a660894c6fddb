import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { SetUpFailure } from './failure.mjs';
import { inRoot } from './paths.mjs';
import { runCommand } from './pinned-node.mjs';

const folders = ['web', 'contract', 'public'];
const files = [
  'vite.config.ts',
  'react-router.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
];
const stamp = inRoot('build', 'pages.stamp');

/** Builds the pages into build/client, unless they were built from what is there now. */
export async function buildPages() {
  const fingerprint = sourcesFingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  console.log('Building the pages ...');
  rmSync(stamp, { force: true });
  const status = await runCommand('@react-router/dev', 'react-router', ['build'], { NODE_ENV: 'production' });
  if (status !== 0) throw new SetUpFailure('Building the pages failed (see above).');
  compressAssets();
  mkdirSync(inRoot('build'), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** Beside the files and as small as can be, so that nobody waits for it when the site starts. */
function compressAssets() {
  const folder = inRoot('build', 'client', 'assets');
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (/\.(js|css)$/.test(name)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

/** Names, sizes and times of the files in the folders, and the content of the single files. */
function sourcesFingerprint() {
  const hash = createHash('sha256');
  for (const folder of folders) {
    for (const file of filesBelow(folder)) {
      const { size, mtimeMs } = statSync(inRoot(file));
      hash.update(`${file} ${size} ${mtimeMs}\n`);
    }
  }
  for (const file of files)
    if (existsSync(inRoot(file))) hash.update(file).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(inRoot(folder))) return [];
  return readdirSync(inRoot(folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    });
}
