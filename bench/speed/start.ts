import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../platform/testing/ports.ts';
import { inRoot } from '../../scripts/set-up/paths.mjs';
import { largestUnder } from '../images/processes.ts';
import type { Part } from './row.ts';

/** `npm start` on what is set up already, until it answers; and what it holds when nobody has come. */
export const start: Part = async ({ rounds, seconds }) => {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-start-'));
  const scripts = { start: "node -e ''" };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'nothing', scripts }));
  const data = join(folder, 'data');
  const [more, whole, resident]: [number[], number[], number[]] = [[], [], []];
  try {
    await started(data, 0);
    for (let round = 0; round < rounds; round += 1) {
      const site = await started(data, seconds);
      const nothing = await npmStart(folder);
      whole.push(site.ms);
      more.push(site.ms - nothing);
      resident.push(site.resident);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  const work = '`npm start`, set up already, to ready';
  return [
    {
      work,
      against: "`node -e ''` through npm",
      target: 'at most 400 ms more',
      figures: more,
      unit: 'ms more',
      digits: 0,
    },
    { work: '... in all', against: '', target: '', figures: whole, unit: 'ms', digits: 0 },
    {
      work: `memory of the server at rest, embedded, ${seconds} s after its start`,
      against: '',
      target: 'at most 110 MB resident',
      figures: resident,
      unit: 'MB',
      digits: 0,
    },
  ];
};

async function npmStart(cwd: string): Promise<number> {
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd, stdio: 'ignore', env: plainEnvironment() });
  await once(child, 'exit');
  return performance.now() - began;
}

async function started(data: string, restSeconds: number): Promise<{ ms: number; resident: number }> {
  const port = await freePort();
  const environment = { ...plainEnvironment(), PORT: String(port), DATA_DIR: data };
  const began = performance.now();
  // A group of its own: npm, a shell and the site end together.
  const child = spawn('npm', ['start'], { cwd: inRoot(), stdio: 'ignore', env: environment, detached: true });
  const ended = once(child, 'exit');
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const ms = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, restSeconds * 1000));
  const resident = largestUnder(child.pid as number);
  process.kill(-(child.pid as number), 'SIGTERM');
  await ended;
  return { ms, resident };
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** As somebody at a terminal has it: nothing of the run that we are in. */
function plainEnvironment(): Record<string, string | undefined> {
  const { PATH = '', HOME } = process.env;
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'));
  return { PATH: path.join(':'), HOME };
}
