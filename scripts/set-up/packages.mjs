import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot, readJson, root } from './paths.mjs';
import { SetupError } from './pinned-node.mjs';

/** With forward slashes, because NODE_OPTIONS reads a backslash as an escape. */
const claimPinnedNode = inRoot('scripts', 'set-up', 'claim-pinned-node.cjs').replaceAll('\\', '/');

/**
 * Installs the packages of package-lock.json unless they are installed. `dev`: include development
 * dependencies.
 */
export function installPackages({ dev }) {
  if (packagesMatch({ dev })) return;
  console.log('Installing packages ...');
  const { status } = runNpm([
    'ci',
    '--include=optional',
    '--ignore-scripts',
    `--${dev ? 'include' : 'omit'}=dev`,
    '--loglevel=error',
  ]);
  if (status !== 0) {
    throw new SetupError('Installing packages failed (see above). Check that the npm registry is reachable.');
  }
}

/**
 * Compares the list that npm writes at the end of an installation with the lockfile, so that a manual `npm
 * install` also counts. Packages for other systems may be missing.
 */
function packagesMatch({ dev }) {
  const installedList = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const installed = readJson(installedList).packages;
  const locked = Object.entries(readJson(inRoot('package-lock.json')).packages);
  return locked.every(([path, { version, optional, dev: forTests, devOptional }]) => {
    if (path === '') return true;
    if (installed[path]) return installed[path].version === version;
    return optional || devOptional || (forTests && !dev);
  });
}

/**
 * Runs the npm that started this script, with the Node of that npm, or the npm in PATH.
 * @param {string[]} args
 * @param {'inherit' | 'pipe'} [output] where stdout goes
 */
export function runNpm(args, cwd = root, output = 'inherit') {
  const { npm_execpath: npm, npm_node_execpath: node, NODE_OPTIONS = '' } = process.env;
  const options = {
    cwd,
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, NODE_OPTIONS: `${NODE_OPTIONS} --require "${claimPinnedNode}"` },
  };
  if (npm && basename(npm) === 'npm-cli.js')
    return spawnSync(node ?? process.execPath, [npm, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
