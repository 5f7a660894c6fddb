import { spawn } from 'node:child_process';
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
  await startOnce(data, 0);
  const starts = await Array.fromAsync({ length: rounds }, async () => {
    const site = await startOnce(data, seconds);
    return { ...site, extraMs: site.ms - (await startNothing(folder.path)) };
  });
  const all = (select: keyof (typeof starts)[0]) =>
    spread(
      starts.map((site) => site[select]),
      0,
    );
  return [
    {
      label: '`npm start` after the setup, until it responds',
      against: "`node -e ''` through npm",
      figures: [`${all('extraMs')} ms more`, `in all ${all('ms')} ms, CPU ${all('cpuMs')} ms`],
      target: 'at most 400 ms more',
    },
    {
      label: `resident memory of the idle server, ${seconds} s after its start`,
      figures: [`${all('resident')} MB`],
      target: 'at most 110 MB',
    },
  ];
};

async function startNothing(cwd: string): Promise<number> {
  const startedAt = performance.now();
  await once(spawn('npm', ['start'], { cwd, stdio: 'ignore', env: plainEnvironment() }), 'exit');
  return performance.now() - startedAt;
}

async function startOnce(data: string, restSeconds: number) {
  const port = await freePort();
  const env = { ...plainEnvironment(), PORT: String(port), DATA_DIR: data };
  const startedAt = performance.now();
  // A new process group, to end npm, its shell and the site together.
  const child = spawn('npm', ['start'], { cwd: inRoot(), stdio: 'ignore', env, detached: true });
  const pid = child.pid as number;
  const ended = once(child, 'exit');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`);
    await pause(5);
  }
  const ms = performance.now() - startedAt;
  const cpuMs = cpuMsOfTree(pid);
  await pause(restSeconds * 1000);
  // The largest of npm, shell and server is the server.
  const resident = largestResidentOfTree(pid);
  process.kill(-pid, 'SIGTERM');
  await ended;
  return { ms, cpuMs, resident };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The environment of a normal terminal, without variables of this run. */
function plainEnvironment(): Record<string, string | undefined> {
  const { PATH = '', HOME } = process.env;
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'));
  return { PATH: path.join(':'), HOME };
}
