import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { inRoot, readJson, root } from './paths.mjs';
import { SetUpFailure } from './pinned-node.mjs';

/** Installs what package-lock.json names, unless it is there; `dev` tells whether the tools for tests are needed. */
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
    throw new SetUpFailure('Installing packages failed (see above): is the npm registry within reach?');
  }
}

/**
 * npm writes down what it has installed, last of all. Comparing that with the lockfile is as cheap as a stamp of ours,
 * and takes an `npm install` by hand for what it is. What another system needs may be missing.
 */
function packagesMatch({ dev }) {
  const installedList = inRoot('node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const installed = readJson(installedList).packages;
  const wanted = Object.entries(readJson(inRoot('package-lock.json')).packages);
  return wanted.every(([path, { version, optional, dev: forTests, devOptional }]) => {
    if (path === '') return true;
    if (installed[path]) return installed[path].version === version;
    return optional || devOptional || (forTests && !dev);
  });
}

/** The npm that started us, under its own Node; else whichever is installed. */
function runNpm(args) {
  const { npm_execpath: npm, npm_node_execpath: node, NODE_OPTIONS = '' } = process.env;
  const options = {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: `${NODE_OPTIONS} --require ./scripts/set-up/claim-pinned-node.cjs` },
  };
  if (npm && basename(npm) === 'npm-cli.js')
    return spawnSync(node ?? process.execPath, [npm, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}
