import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../platform/testing/ports.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { type Measurement, spread } from '../measure.ts';
import { cpuMsOfTree, largestResidentOfTree } from '../system.ts';

/** Time of `npm start` after the setup until the site responds, and its memory use without visitors. */
export const start: Measurement = async ({ rounds, seconds }) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-start-'));
  const empty = { name: 'nothing', scripts: { start: "node -e ''" } };
  writeFileSync(join(folder.path, 'package.json'), JSON.stringify(empty));
  const data = join(folder.path, 'data');
  await startSite(data, 0);
  const starts = await Array.fromAsync({ length: rounds }, async () => {
    const site = await startSite(data, seconds);
    const startedAt = performance.now();
    await once(npmStart(folder.path), 'exit');
    return { ...site, extraMs: site.ms - (performance.now() - startedAt) };
  });
  return [
    {
      label: "`npm start` after the setup, until it responds : `node -e ''` through npm",
      figures: [
        `${spread(
          starts.map(({ extraMs }) => extraMs),
          0,
        )} ms more`,
        `in all ${spread(
          starts.map(({ ms }) => ms),
          0,
        )} ms, CPU ${spread(
          starts.map(({ cpuMs }) => cpuMs),
          0,
        )} ms`,
      ],
      target: 'at most 400 ms more',
    },
    {
      label: `resident memory of the idle server, ${seconds} s after its start`,
      figures: [
        `${spread(
          starts.map(({ resident }) => resident),
          0,
        )} MB`,
      ],
      target: 'at most 110 MB',
    },
  ];
};

async function startSite(data: string, restSeconds: number) {
  const port = await freePort();
  const startedAt = performance.now();
  const child = npmStart(inRoot(), { PORT: String(port), DATA_DIR: data });
  const pid = child.pid as number;
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  while (!(await ready())?.ok) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`);
    await pause(5);
  }
  const ms = performance.now() - startedAt;
  const cpuMs = cpuMsOfTree(pid);
  await pause(restSeconds * 1000);
  // The largest of npm, shell and server is the server.
  const resident = largestResidentOfTree(pid);
  process.kill(-pid, 'SIGTERM');
  await once(child, 'exit');
  return { ms, cpuMs, resident };
}

/** Runs `npm start` in the environment of a normal terminal, without variables of this run. */
function npmStart(cwd: string, variables: Record<string, string> = {}): ChildProcess {
  const { PATH = '', HOME } = process.env;
  const folders = PATH.split(':').filter((folder) => !folder.includes('node_modules'));
  const env = { PATH: folders.join(':'), HOME, ...variables };
  // A new process group, to end npm, its shell and the site together.
  return spawn('npm', ['start'], { cwd, stdio: 'ignore', env, detached: true });
}
