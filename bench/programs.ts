// nginx, haproxy, etcd, Patroni and PostgreSQL are Debian packages: npm has none of them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inRoot } from '../scripts/set-up/paths.mjs';

const PACKAGES = 'nginx haproxy etcd-server patroni postgresql';

/** Starts a program, which is killed at the end of the scope. Resolves when `isReady` does. */
export async function startProgram(
  name: string,
  args: string[],
  isReady: () => Promise<unknown>,
  options: { uid?: number; gid?: number; cwd?: string } = {},
) {
  // Debian installs servers in a folder that only root has in its PATH.
  const env = { PATH: `${process.env.PATH}:/usr/sbin`, LC_ALL: 'C.UTF-8' };
  const child = spawn(name, args, { stdio: ['ignore', 'ignore', 'pipe'], env, ...options });
  let output = '';
  child.stderr?.on('data', (data) => (output = `${output}${data}`.slice(-5000)));
  await once(child, 'spawn').catch((cause) => {
    throw new Error(`The row cluster needs ${name}: apt-get install ${PACKAGES}`, { cause });
  });
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${output}`);
    await pause(100);
  }
  return Object.assign(child, {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  });
}

/** Returns whether an address responds with a success. */
export const responds = async (url: string): Promise<boolean> => (await fetch(url)).ok;

/**
 * Copies a file of deploy/ to a folder with changes, and returns its path.
 * @throws Error when the file does not contain one of the patterns
 */
export function copySettings(
  name: string,
  folder: string,
  changes: readonly (readonly [RegExp, string])[],
): string {
  const changed = changes.reduce(
    (text, [pattern, replacement]) => {
      if (text.search(pattern) < 0) throw new Error(`${name} has no ${pattern}.`);
      return text.replace(pattern, () => replacement);
    },
    readFileSync(inRoot('deploy', name), 'utf8'),
  );
  const file = join(folder, name);
  writeFileSync(file, changed);
  return file;
}
