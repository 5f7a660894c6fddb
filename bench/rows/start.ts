import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../platform/testing/ports.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { type Measurement, spreadOf } from '../measure.ts';
import { cpuMsOfTree, residentMb } from '../system.ts';

/**
 * Measures the time from `npm start` to the first response, after the setup, and the memory use without
 * visitors.
 */
export const start: Measurement = async ({ rounds, seconds }) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-start-'));
  // The first start creates the tables.
  await startSite(folder.path, 0);
  const figure = spreadOf(await Array.fromAsync({ length: rounds }, () => startSite(folder.path, seconds)));
  const label = '`npm start` after the setup, until it responds';
  const memory = `resident memory of the idle server, ${seconds} s later`;
  return [
    { label, figures: [`${figure('ms')} ms, CPU ${figure('cpuMs')} ms`] },
    { label: memory, figures: [`${figure('resident')} MB`] },
  ];
};

async function startSite(data: string, restSeconds: number) {
  const port = await freePort();
  // The environment of a normal terminal, without variables of this run.
  const { PATH = '', HOME } = process.env;
  const folders = PATH.split(':').filter((folder) => !folder.includes('node_modules'));
  const env = { PATH: folders.join(':'), HOME, PORT: String(port), DATA_DIR: data };
  const startedAt = performance.now();
  // A new process group, to end npm, its shell and the site together.
  const child = spawn('npm', ['start'], { cwd: inRoot(), stdio: 'ignore', env, detached: true });
  const pid = child.pid as number;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`);
    await pause(5);
  }
  const [ms, cpuMs] = [performance.now() - startedAt, cpuMsOfTree(pid)];
  await pause(restSeconds * 1000);
  const resident = residentMb(pid);
  process.kill(-pid, 'SIGTERM');
  await once(child, 'exit');
  return { ms, cpuMs, resident };
}
