import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../scripts/set-up/paths.mjs';

/**
 * What we measure with or against is no package of the site: it is installed into `build/<name>` when somebody
 * measures, from the lock file in `locked`. Gives that folder.
 */
export function installPackages(name: string, locked: string): string {
  const folder = inRoot('build', name);
  // npm writes the second one last: without it, or with another lock than ours, nothing here counts.
  const [lock, done] = ['package-lock.json', join('node_modules', '.package-lock.json')];
  const wanted = readFileSync(join(locked, lock), 'utf8');
  const installed = existsSync(join(folder, done)) && readFileSync(join(folder, lock), 'utf8') === wanted;
  if (installed) return folder;
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', lock]) cpSync(join(locked, file), join(folder, file));
  const options = { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel=error'], options);
  if (status !== 0) throw new Error(`Installing ${name} failed (see above).`);
  return folder;
}
