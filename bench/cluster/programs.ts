// nginx, haproxy, etcd, Patroni and PostgreSQL from Debian packages: npm has none of them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const PACKAGES = 'nginx haproxy etcd-server patroni postgresql';

/** Starts an installed program and resolves when the check succeeds. It is killed at the end of its scope. */
export async function startProgram(
  name: string,
  args: string[],
  isReady: () => Promise<unknown>,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): Promise<ChildProcess & AsyncDisposable> {
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
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  });
}

/** Changes parts of a settings file. @throws Error when it does not contain one of them */
export function replaceIn(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((changed, [pattern, replacement]) => {
    if (changed.search(pattern) < 0) throw new Error(`The settings have no ${pattern}.`);
    return changed.replace(pattern, () => replacement);
  }, text);
}
