import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from './paths.mjs';

/**
 * Builds `name`, unless it was built from what is there now: of `folders` names, sizes and times of the files, of single
 * `files` the content.
 */
export async function unlessBuilt(name, { folders, files }, build) {
  const stamp = inRoot('build', `${name}.stamp`);
  const fingerprint = fingerprintOf(folders, files);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  console.log(`Building the ${name} ...`);
  rmSync(stamp, { force: true });
  await build();
  mkdirSync(inRoot('build'), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function fingerprintOf(folders, files) {
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
