import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, root } from './paths.mjs';
import { SetupError } from './pinned-node.mjs';

const MAX_LINES = 30;

/**
 * Runs one step of the build, whose output goes to a log file, and prints one line with the time it took.
 * @param {string} name such as `Pages in English`
 * @param {(output: number) => Promise<number>} run returns the exit code; `output` is the log file's
 * descriptor
 * @throws SetupError with the end of the log
 */
export async function runStep(name, run, folder = inRoot('build', 'logs')) {
  const file = join(folder, `${name.toLowerCase().replaceAll(' ', '-')}.log`);
  mkdirSync(folder, { recursive: true });
  const output = openSync(file, 'w');
  const start = performance.now();
  const status = await run(output).finally(() => closeSync(output));
  if (status !== 0) throw new SetupError(describeFailure(name, file));
  console.log(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

function describeFailure(name, file) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const path = relative(root, file);
  const from = lines.length > MAX_LINES ? `The last ${MAX_LINES} lines of ${path}` : path;
  return `${lines.slice(-MAX_LINES).join('\n')}\n\nThe build failed: ${name}. See above: ${from}.`;
}
