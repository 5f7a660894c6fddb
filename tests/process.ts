import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { collectLog } from '#platform/testing/log-collector.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export type SiteProcess = { child: ChildProcess; origin: string; output: () => string };

/**
 * Built files that `npm start` runs. Node starts them in an eighth of the CPU time. vitest.config.ts builds
 * them.
 */
const BUILT_FILES: Record<string, string> = {
  'app/main.ts': 'build/site/main.js',
  'cli/main.ts': 'build/cli/main.js',
};

/** Starts the site, or another program, as a process and waits until it is ready. */
export async function startSite(
  environment: Record<string, string>,
  program = 'app/main.ts',
): Promise<SiteProcess> {
  const site = startProcess(program, [], { LOG_LEVEL: 'debug', ...environment });
  const collect = collectLog('process');
  site.child.stdout.on('data', collect);
  site.child.stderr.on('data', collect);
  const origin = `http://127.0.0.1:${environment.PORT}`;
  while (!(await isReady(origin))) {
    const { exitCode, signalCode } = site.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`The site did not start (${exitCode ?? signalCode}): ${site.output()}`);
    await setTimeout(25);
  }
  return { ...site, origin };
}

/** Stops the process if it is running. Returns its exit code. */
export async function stop(
  { child }: Pick<SiteProcess, 'child'>,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
  return child.exitCode;
}

/** Runs a program to its end. Returns its exit code and output. */
export async function runToEnd(file: string, args: string[], environment: Record<string, string>) {
  const { child, output } = startProcess(file, args, environment);
  await once(child, 'close');
  return { code: child.exitCode, output: output() };
}

/** Starts a program as a process. `output` returns what it has printed so far. */
export function startProcess(file: string, args: string[], environment: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [BUILT_FILES[file] ?? file, ...args], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, RATE_LIMIT_SCALE: '100', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (data) => {
    printed += data;
  });
  child.stderr.on('data', (data) => {
    printed += data;
  });
  return { child, output: () => printed };
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false;
  }
}
